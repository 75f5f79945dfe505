import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { credentialOf, signedInOf } from '../../api/current-user';
import { Metrics } from '../../platform/metrics/metrics';
import { writeCursor } from '../change.dto';
import { Accounts } from '../accounts';
import { ChangesService } from '../changes.service';
import { ChangeNotifier } from '../../records/change-notifier';
import { coalesce } from '../../http/budgets/coalesce';
import { untilClosed } from '../../http/budgets/until-closed';
import { changeEvent, NOTIFICATIONS_EVENT, othersOf, plainEvent, presenceEvent } from './event-texts';
import { PresenceService } from './presence.service';
import type { Stream } from './stream';

/** Both sides notice a dead connection by these beats. */
const BEAT_INTERVAL_MS = 5000;
/** A person who was signed out or deactivated, in any process, reads no longer than this and a look-up. */
const CREDENTIAL_CHECK_INTERVAL_MS = 2000;
/** A client that has missed more changes than this gets `reset`, and reads its lists again. */
const MAX_MISSED = 1000;
const BATCH = 500;
/** A connection with more unsent bytes is closed; its client reconnects and continues where it was. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** What processes tell each other: the number of a user and an event for them. */
const PERSON_TOPIC = 'person';
/** How soon to try again after the database was away. */
const RETRY_DELAY_MS = 500;

/** Sends what changes to the browsers that listen, as server-sent events. */
@Injectable()
export class EventsService implements OnModuleInit, OnModuleDestroy {
  private readonly streams = new Set<Stream>();
  private beat?: NodeJS.Timeout;
  private credentialCheck?: NodeJS.Timeout;
  private retry?: NodeJS.Timeout;
  private appendedTo = 0;

  constructor(
    private readonly accounts: Accounts,
    private readonly changes: ChangesService,
    private readonly presence: PresenceService,
    private readonly notifier: ChangeNotifier,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.notifier.on('presence', (record: string) => void this.sendViewers(record).catch(() => undefined));
    this.notifier.on(PERSON_TOPIC, (text: string) => this.sendToPerson(text));
    this.notifier.on('listening', () => void this.sendUnheard().catch(() => undefined));
    // What the streams were sent is of a log that there is no longer: their clients come again, and get `reset`.
    this.notifier.on('rewound', () => this.endAll());
    this.beat = setInterval(() => void this.keepAlive().catch(() => undefined), BEAT_INTERVAL_MS);
    this.credentialCheck = setInterval(() => void this.endInvalid(), CREDENTIAL_CHECK_INTERVAL_MS);
    this.addMetrics();
  }

  onModuleDestroy(): void {
    clearInterval(this.beat);
    clearInterval(this.credentialCheck);
    clearTimeout(this.retry);
    this.endAll();
  }

  /** Keeps a connection open and sends to it what comes after `after` (left out: from now on), until it is closed. */
  async stream(
    request: Request,
    response: Response,
    { client, after }: { client: string; after: number | undefined },
  ): Promise<void> {
    const { safe, newest } = await this.notifier.horizon();
    const missed = after === undefined ? 0 : await this.countMissed(after, { safe, newest });
    // Gone while it waited, or this process is about to stop: nobody would ever close the stream.
    if (response.destroyed || this.notifier.closed) return void response.destroy();
    const position = after === undefined || missed > MAX_MISSED ? safe : after;
    // A stream that ends with its process must not leave a connection that a proxy would use once more.
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      Connection: 'close',
    });
    if (request.method === 'HEAD') return void response.end();
    response.write(
      `retry: 500\nid: ${writeCursor(position)}\nevent: ${missed > MAX_MISSED ? 'reset' : 'ready'}\ndata: {}\n\n`,
    );
    const { id: userId } = signedInOf(request);
    const id = randomUUID();
    const stream: Stream = {
      id,
      client,
      userId,
      credential: credentialOf(request),
      response,
      position,
      arrived: this.presence.arrive(client, userId, id).catch(() => undefined),
    };
    if (this.streams.size === 0) this.notifier.on('appended', this.sendUpTo);
    this.streams.add(stream);
    void untilClosed(request, response).then(() => this.remove(stream));
    this.sendUpTo(safe);
  }

  private addMetrics(): void {
    this.metrics.ofDatabase(
      'crm_database_changes_committed',
      'The position up to which the change log is complete.',
      'SELECT safe FROM changes_horizon()',
    );
    this.metrics.gauge({
      name: 'crm_event_connections',
      help: 'Clients of live events on this process.',
      read: () => this.streams.size,
    });
    this.metrics.gauge({
      name: 'crm_event_lag_changes',
      help: 'How many changes the slowest client of live events is behind.',
      read: ({ crm_database_changes_committed: newest }) =>
        newest === undefined ? null : Math.max(0, ...[...this.streams].map(({ position }) => newest - position)),
    });
  }

  private remove(stream: Stream): void {
    if (!this.streams.delete(stream)) return;
    if (this.streams.size === 0) {
      this.notifier.off('appended', this.sendUpTo);
      this.appendedTo = 0;
    }
    void stream.arrived.then(() => this.presence.leave(stream.client, stream.userId, stream.id)).catch(() => undefined);
  }

  /** Nothing may be written after the end, so the stream is forgotten first. */
  private end(stream: Stream): void {
    this.remove(stream);
    stream.response.end();
  }

  private endAll(): void {
    for (const stream of this.streams) this.end(stream);
  }

  private write(stream: Stream, text: string): void {
    if (!this.streams.has(stream)) return;
    stream.response.write(text);
    if (stream.response.writableLength > MAX_UNSENT_BYTES) stream.response.destroy();
  }

  private readonly sendUpTo = (position: number): void => {
    this.appendedTo = Math.max(this.appendedTo, position);
    void this.sendAll();
  };

  /** Goes on until nobody is behind, and again a little later where the database was away. */
  private readonly sendAll = coalesce(async () => {
    try {
      while (await this.sendNext());
    } catch {
      clearTimeout(this.retry);
      if (!this.notifier.closed) this.retry = setTimeout(() => void this.sendAll(), RETRY_DELAY_MS);
    }
  });

  /** Reads new entries once for all streams, from the one that is furthest behind. False where nobody is behind. */
  private async sendNext(): Promise<boolean> {
    const to = this.appendedTo;
    const behind = [...this.streams].filter(({ position }) => position < to);
    if (behind.length === 0) return false;
    const from = Math.min(...behind.map(({ position }) => position));
    const { changes, until: end } = await this.changes.entries(from, to, BATCH, { isBrief: true });
    const events = (await this.changes.serialize(changes)).map((change, index) => ({
      id: changes[index].id,
      text: changeEvent(change),
    }));
    for (const stream of behind) {
      if (stream.position >= end) continue;
      const text = events.filter(({ id }) => id > stream.position).map((event) => event.text);
      if (text.length > 0) this.write(stream, text.join(''));
      stream.position = end;
    }
    return true;
  }

  /** Tells all tabs of one person, in all processes, that something of theirs is new: they read it. */
  async publishTo(userId: number, event: string): Promise<void> {
    await this.notifier.broadcast(PERSON_TOPIC, `${userId} ${event}`);
  }

  private sendToPerson(text: string): void {
    const [userId, event] = text.split(' ');
    for (const stream of this.streams) if (stream.userId === Number(userId)) this.write(stream, plainEvent(event));
  }

  /** What other processes may have told while this one could not hear them. */
  private async sendUnheard(): Promise<void> {
    const streams = [...this.streams];
    for (const stream of streams) this.write(stream, plainEvent(NOTIFICATIONS_EVENT));
    const records = await this.presence.recordsOf(streams.map(({ client }) => client));
    for (const { kind, recordId } of records) await this.sendViewers(`${kind} ${recordId}`);
  }

  private async sendViewers(record: string): Promise<void> {
    const [kind, id] = record.split(' ');
    if (this.streams.size === 0) return;
    const viewers = await this.presence.viewers({ kind, recordId: Number(id) });
    for (const stream of this.streams) {
      if (viewers.some(({ client }) => client === stream.client))
        this.write(stream, presenceEvent({ kind, recordId: Number(id), viewers: othersOf(stream.userId, viewers) }));
    }
  }

  /** Ends the streams of sessions and tokens that have ended; none while the database is away. */
  private async endInvalid(): Promise<void> {
    if (this.streams.size === 0) return;
    const credentials = [...new Set([...this.streams].map(({ credential }) => credential))];
    const valid = await this.accounts.stillValid(credentials).catch(() => null);
    // Another may have come while the database was asked.
    const asked = new Set(credentials);
    for (const stream of this.streams) {
      if (valid && asked.has(stream.credential) && !valid.has(stream.credential)) this.end(stream);
    }
  }

  /** Tells those who may read on that we live, also while the database is away. */
  private async keepAlive(): Promise<void> {
    await this.endInvalid();
    const streams = [...this.streams];
    for (const stream of streams) this.write(stream, plainEvent('beat'));
    await Promise.all(streams.map(({ arrived }) => arrived));
    const known = await this.presence.stay(streams.map(({ client }) => client));
    // A crash of the database loses all tabs: each comes back, and says again what it has open.
    for (const stream of streams) if (!known.has(stream.client)) this.end(stream);
  }

  /** A cursor that we have not given out yet is of another database: all of it was missed. */
  private async countMissed(after: number, { safe, newest }: { safe: number; newest: number }): Promise<number> {
    if (after > newest) return Infinity;
    return safe - after <= MAX_MISSED ? safe - after : this.changes.count(after, safe, MAX_MISSED + 1);
  }
}
