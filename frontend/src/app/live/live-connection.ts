import { openRecord } from '@ecom-crm/openapi/events/events';
import { isOwnRequest } from '@ecom-crm/openapi/http';
import type { QueryClient } from '@tanstack/react-query';
import { newIdempotencyKey } from '../../components/lib/idempotency';
import { invalidateEverything, invalidateRecords } from '../../components/live/invalidation';
import { clearChanges, publishChanges, type LiveChange } from '../../components/live/change-bus';
import { invalidateNotifications } from '../../components/live/notifications';
import { setViewers, onPresence, openedRecord, type Viewers } from '../../components/live/presence';
import { checkSession } from '../session/check-session';
import { LiveStream } from './live-stream';

/** Changes that come within so long are told together, ms. */
const TOGETHER_MS = 50;
/** By so many changes it is known which were told already: tabs pass on what they hear. */
const REMEMBERED = 2000;

interface ConnectionOptions {
  queryClient: QueryClient;
  userId: number;
  /** After which change to begin. */
  after: string | undefined;
}

/** Listens to what others change, and tells who has which record open; answers what ends it. */
export function connect({ queryClient, userId, after }: ConnectionOptions): () => void {
  const client = randomId();
  const inbox = new Inbox(queryClient, userId);
  const presence = new PresenceSender(client);
  // A tab that is first seen later connects long after it has read who is signed in.
  let isSessionKnown = !document.hidden;
  const stream = new LiveStream({
    client,
    after,
    isSignedOut: () => checkSession(queryClient, userId),
    onEvent: (type, data) => {
      if (type === 'change') inbox.add(JSON.parse(data) as LiveChange);
      if (type === 'presence') setViewers(JSON.parse(data) as Viewers);
      if (type === 'reset') {
        void invalidateEverything(queryClient);
        publishChanges([]);
      }
      if (type === 'notifications') void invalidateNotifications(queryClient);
      if (type === 'ready' || type === 'reset') {
        if (!isSessionKnown) void checkSession(queryClient, userId);
        isSessionKnown = false;
        presence.sayAgain();
        // They come without a number: what came while nobody listened is not sent again.
        void invalidateNotifications(queryClient);
      }
    },
  });
  return () => {
    stream.close();
    inbox.close();
    presence.close();
    clearChanges();
  };
}

/** What has come and is not told yet. */
class Inbox {
  private waiting: LiveChange[] = [];
  private readonly cursors = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stopWatching: () => void;

  constructor(
    private readonly queryClient: QueryClient,
    private readonly userId: number,
  ) {
    this.stopWatching = queryClient.getMutationCache().subscribe(() => {
      if (this.waiting.length > 0) this.tellSoon();
    });
  }

  add(change: LiveChange): void {
    if (this.cursors.has(change.cursor)) return;
    const [oldest] = this.cursors.add(change.cursor);
    if (this.cursors.size > REMEMBERED) this.cursors.delete(oldest!);
    this.waiting.push(change);
    this.tellSoon();
  }

  close(): void {
    this.stopWatching();
    clearTimeout(this.timer);
  }

  private tellSoon(): void {
    this.timer ??= setTimeout(() => this.tell(), TOGETHER_MS);
  }

  private tell(): void {
    this.timer = undefined;
    // What this person does now may be told before the answer that says that it was done here.
    const isUnclear =
      this.queryClient.isMutating() > 0 ? ({ userId }: LiveChange) => userId === this.userId : () => false;
    const changes = this.waiting.filter((change) => !isUnclear(change) && !isOwnRequest(change.changeSet));
    this.waiting = this.waiting.filter(isUnclear);
    if (changes.length === 0) return;
    const records = changes.map(({ subjectKind: kind, subjectId: recordId }) => ({ kind, recordId }));
    // What is on the screen stays as it is, unless the screen decides otherwise.
    void invalidateRecords(this.queryClient, records, { refetchType: 'none' });
    publishChanges(changes);
  }
}

/** Says which record this tab has open, as often as that changes or the server has forgotten. */
class PresenceSender {
  private said: string | undefined;
  /** Whether the server may still know a record of this tab. */
  private isKnownOpen = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stopWatching = onPresence(() => this.saySoon());

  constructor(private readonly client: string) {}

  /** After the stream has begun: before, the server does not know this tab. */
  sayAgain(): void {
    // After a break it may still have what was open before, or have lost it.
    this.said = this.isKnownOpen ? '' : JSON.stringify(null);
    this.saySoon();
  }

  close(): void {
    this.stopWatching();
    clearTimeout(this.timer);
  }

  private saySoon(): void {
    this.timer ??= setTimeout(() => this.say(), TOGETHER_MS);
  }

  private say(): void {
    this.timer = undefined;
    const record = openedRecord() ?? null;
    const text = JSON.stringify(record);
    if (this.said === undefined || text === this.said) return;
    this.said = text;
    if (record) this.isKnownOpen = true;
    openRecord(this.client, record ?? { kind: null }).then(
      () => {
        if (!record && this.said === text) this.isKnownOpen = false;
      },
      () => undefined,
    );
  }
}

/** A UUID; the browser's own is there for secure pages alone. */
function randomId(): string {
  return newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
