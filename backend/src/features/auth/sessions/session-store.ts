import { Logger, ServiceUnavailableException } from '@nestjs/common';
import { Store, type SessionData } from 'express-session';
import type { DataSource } from 'typeorm';
import { runPrepared } from '../../../database/prepared-statement';
import { removeInBatches } from '../../../database/remove-in-batches';
import { AWAY_MESSAGE } from '../../../http/database-error';

declare module 'express-session' {
  // Every store of this app is the one below.
  interface Store {
    /** Writes a new session. It does not change afterwards. */
    add(sid: string, session: SessionData): Promise<void>;
  }
}

type Done<T = void> = (error?: unknown, found?: T) => void;

const READ = {
  name: 'read session',
  text: 'SELECT sess, last_used_at > now() - interval \'1 minute\' AS "isNoted" FROM sessions WHERE sid = $1 AND expire > now()',
};
const NOTE = {
  name: 'note use of session',
  text: "UPDATE sessions SET last_used_at = now() WHERE sid = $1 AND last_used_at <= now() - interval '1 minute'",
};
const ADD = { name: 'add session', text: 'INSERT INTO sessions (sid, sess, expire) VALUES ($1, $2, $3)' };
const END = { name: 'end session', text: 'DELETE FROM sessions WHERE sid = $1' };
const SWEEP = `
  WITH ended AS (SELECT sid FROM sessions WHERE expire < now() LIMIT $1 FOR UPDATE SKIP LOCKED)
  DELETE FROM sessions USING ended WHERE sessions.sid = ended.sid`;
const SWEEP_INTERVAL_MS = 15 * 60 * 1000;

/**
 * Keeps sessions in the table `sessions`, over the app's own connections. A read is one prepared statement; the use of a
 * session is noted once a minute. There is no `touch`, because a session ends a fixed time after the sign-in.
 */
export class SessionStore extends Store {
  private readonly log = new Logger('Sessions');
  private sweptAt = Date.now();

  constructor(private readonly source: DataSource) {
    super();
  }

  override get(sid: string, done: Done<SessionData | null>): void {
    runPrepared<{ sess: SessionData; isNoted: boolean }>(this.source, READ, [sid]).then(
      ([row]) => {
        // The request does not wait for this, and a read succeeds also where nothing can be written.
        if (row && !row.isNoted) void runPrepared(this.source, NOTE, [sid]).catch(() => undefined);
        done(null, row?.sess ?? null);
      },
      (cause: unknown) => {
        // express-session takes the code ENOENT, which a missing socket of the database has, for "no such session".
        const isMissing = (cause as { code?: string }).code === 'ENOENT';
        done(isMissing ? new ServiceUnavailableException(AWAY_MESSAGE, { cause }) : cause);
      },
    );
  }

  override async add(sid: string, session: SessionData): Promise<void> {
    this.sweep();
    await runPrepared(this.source, ADD, [sid, JSON.stringify(session), session.cookie.expires]);
  }

  /** Writes nothing: express-session calls it at the end of a sign-in, when the session that `add` wrote may have ended. */
  override set(_sid: string, _session: SessionData, done: Done = () => undefined): void {
    done();
  }

  override destroy(sid: string, done: Done = () => undefined): void {
    runPrepared(this.source, END, [sid]).then(() => done(), done);
  }

  /** Deletes sessions that have ended, at most once in 15 minutes, when somebody signs in. */
  private sweep(): void {
    if (Date.now() - this.sweptAt < SWEEP_INTERVAL_MS) return;
    this.sweptAt = Date.now();
    removeInBatches(this.source, SWEEP).catch((error: Error) =>
      this.log.warn(`Sessions that have ended could not be removed: ${error.message}`),
    );
  }
}
