import { Store, type SessionData } from 'express-session';
import type { DataSource } from 'typeorm';
import type { Env } from '../../../config/env';
import { LookUps } from '../../../database/look-ups';
import { runPrepared } from '../../../database/prepared-statement';

type Done<T = void> = (error?: unknown, found?: T) => void;

const READ = {
  name: 'read sessions',
  text: 'SELECT sid AS key, sess::text FROM sessions WHERE sid = ANY($1) AND expire > now()',
};
const WRITE = {
  name: 'write session',
  text: 'INSERT INTO sessions (sid, sess, expire) VALUES ($1, $2, $3) ON CONFLICT (sid) DO UPDATE SET sess = excluded.sess, expire = excluded.expire',
};
const END = { name: 'end session', text: 'DELETE FROM sessions WHERE sid = $1' };
const SWEEP = { name: 'sweep sessions', text: 'DELETE FROM sessions WHERE expire < now()' };
const SWEEP_EVERY = 15 * 60 * 1000;

/**
 * Sessions as rows of the table `sessions`, over the app's own connections. Reading one is one prepared look-up, which
 * requests that come at once share, and writes nothing; there is no `touch`, since a session ends a fixed time after the sign-in.
 */
export class SessionStore extends Store {
  private readonly lookUps: LookUps<{ key: string; sess: string }>;
  private swept = Date.now();

  constructor(
    private readonly source: DataSource,
    env: Env,
  ) {
    super();
    this.lookUps = new LookUps(source, READ, env);
  }

  override get(sid: string, done: Done<SessionData | null>): void {
    // Each request changes the object that it gets.
    this.lookUps.find(sid).then((row) => done(null, row ? (JSON.parse(row.sess) as SessionData) : null), done);
  }

  override set(sid: string, session: SessionData, done: Done = () => undefined): void {
    this.sweep();
    runPrepared(this.source, WRITE, [sid, JSON.stringify(session), session.cookie.expires]).then(() => done(), done);
  }

  override destroy(sid: string, done: Done = () => undefined): void {
    runPrepared(this.source, END, [sid]).then(() => done(), done);
  }

  /** Now and then, when somebody signs in, those that have ended go. */
  private sweep(): void {
    if (Date.now() - this.swept < SWEEP_EVERY) return;
    this.swept = Date.now();
    runPrepared(this.source, SWEEP, []).catch(() => undefined);
  }
}
