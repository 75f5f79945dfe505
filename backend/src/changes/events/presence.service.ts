import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeNotifier } from '../../records/change-notifier';
import { Accounts } from '../accounts';

/** Who has not been heard of for so long has left without a word. */
const SEEN_WITHIN = '30 seconds';

/** The most tabs of a user that others hear of. */
const MAX_TABS = 50;

/** A record that somebody has open. */
export interface OpenRecord {
  kind: string;
  recordId: number;
}

/** What a tab says of the record that it has open. */
export interface Opening extends OpenRecord {
  isWriting: boolean;
}

/** Somebody who has a record open, in one browser tab. */
export interface Viewer {
  client: string;
  userId: number;
  userEmail: string;
  isWriting: boolean;
}

/** Who has which record open, for all processes. */
@Injectable()
export class PresenceService {
  constructor(
    private readonly source: DataSource,
    private readonly notifier: ChangeNotifier,
    private readonly accounts: Accounts,
  ) {}

  /** The stream of a tab has begun, here or in another process than before: from now on only its end takes the tab away. */
  async arrive(client: string, userId: number, stream: string): Promise<void> {
    await this.source.query(
      `INSERT INTO presence (client, user_id, stream) VALUES ($1, $2, $3)
       ON CONFLICT (client) DO UPDATE SET stream = excluded.stream, seen_at = now() WHERE presence.user_id = excluded.user_id`,
      [client, userId, stream],
    );
  }

  /** The stream of a tab has ended; where it has begun another one since, nothing is different. */
  async leave(client: string, userId: number, stream: string): Promise<void> {
    await this.remove('client = $1 AND user_id = $2 AND stream = $3', [client, userId, stream]);
  }

  /** A tab opens a record in place of the one before, or says whether somebody writes a response in it. */
  async open(client: string, userId: number, { kind, recordId, isWriting }: Opening): Promise<void> {
    const [before] = await this.recordsOf([client]);
    await this.source.query(
      `INSERT INTO presence (client, user_id, kind, record_id, is_writing)
       SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM presence WHERE user_id = $2 AND client <> $1) < $6
       ON CONFLICT (client) DO UPDATE SET kind = excluded.kind, record_id = excluded.record_id, is_writing = excluded.is_writing,
         seen_at = now() WHERE presence.user_id = excluded.user_id`,
      [client, userId, kind, recordId, isWriting, MAX_TABS],
    );
    if (before && (before.kind !== kind || before.recordId !== recordId)) await this.publish(before);
    await this.publish({ kind, recordId });
  }

  /** A tab has closed its record; nobody closes those of others. */
  async close(client: string, userId: number): Promise<void> {
    const [left] = await this.source.query<[OpenRecord[], number]>(
      `UPDATE presence SET kind = NULL, record_id = NULL, is_writing = false FROM presence AS before
       WHERE presence.client = $1 AND presence.user_id = $2 AND before.client = $1 AND before.kind IS NOT NULL RETURNING before.kind, before.record_id AS "recordId"`,
      [client, userId],
    );
    for (const record of left) await this.publish(record);
  }

  /** Tabs are still there; those nobody has heard of any longer are forgotten. Answers which of them the database knows. */
  async stay(clients: string[]): Promise<Set<string>> {
    const [known] =
      clients.length > 0
        ? await this.source.query<[{ client: string }[], number]>(
            'UPDATE presence SET seen_at = now() WHERE client = ANY($1) RETURNING client',
            [clients],
          )
        : [[]];
    await this.remove('seen_at < now() - $1::interval', [SEEN_WITHIN]);
    return new Set(known.map(({ client }) => client));
  }

  /** Who has a record open, by e-mail address. */
  async viewers({ kind, recordId }: OpenRecord): Promise<Viewer[]> {
    const viewers = await this.source.query<Omit<Viewer, 'userEmail'>[]>(
      'SELECT client, user_id AS "userId", is_writing AS "isWriting" FROM presence WHERE kind = $1 AND record_id = $2 AND seen_at >= now() - $3::interval',
      [kind, recordId, SEEN_WITHIN],
    );
    const emails = await this.accounts.emailsOf(viewers.map(({ userId }) => userId));
    return viewers
      .map((viewer) => ({ ...viewer, userEmail: emails.get(viewer.userId) ?? '' }))
      .sort((one, other) => one.userEmail.localeCompare(other.userEmail));
  }

  /** The records that these tabs have open. */
  recordsOf(clients: string[]): Promise<OpenRecord[]> {
    return this.source.query<OpenRecord[]>(
      'SELECT DISTINCT kind, record_id AS "recordId" FROM presence WHERE client = ANY($1) AND kind IS NOT NULL',
      [clients],
    );
  }

  private async remove(condition: string, parameters: unknown[]): Promise<void> {
    const [left] = await this.source.query<[(OpenRecord | { kind: null })[], number]>(
      `DELETE FROM presence WHERE ${condition} RETURNING kind, record_id AS "recordId"`,
      parameters,
    );
    for (const record of left) if (record.kind !== null) await this.publish(record);
  }

  private publish({ kind, recordId }: OpenRecord): Promise<void> {
    return this.notifier.broadcast('presence', `${kind} ${recordId}`);
  }
}
