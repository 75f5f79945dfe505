import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { endSessions } from '../accounts/account-access';
import type { SessionDto } from './session.dto';
import { SESSION_DAYS } from './session';

type SessionRow = Omit<SessionDto, 'signedInAt' | 'lastUsedAt' | 'expiresAt'> &
  Record<'signedInAt' | 'lastUsedAt' | 'expiresAt', Date>;

const LIST = `
  SELECT id, sess ->> 'userAgent' AS "userAgent", expire - make_interval(days => $3) AS "signedInAt",
    last_used_at AS "lastUsedAt", expire AS "expiresAt", sid = $2 AS "isCurrent"
  FROM sessions WHERE user_id = $1 AND expire > now() ORDER BY sid = $2 DESC, last_used_at DESC, id DESC LIMIT 200`;

/** The browsers in which a user is signed in. `current` is the id of the session that asks. */
@Injectable()
export class SessionsService {
  constructor(private readonly source: DataSource) {}

  /** The current one, then the others, last used first; no more than anybody reads. */
  async list(userId: number, current: string): Promise<SessionDto[]> {
    const rows = await this.source.query<SessionRow[]>(LIST, [userId, current, SESSION_DAYS]);
    return rows.map(({ signedInAt, lastUsedAt, expiresAt, ...session }) => ({
      ...session,
      signedInAt: signedInAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  }

  /** Ends a session of this user; 404 for one of somebody else, 409 for the current one, whose cookie would stay. */
  async end(userId: number, id: number, current: string): Promise<void> {
    const [session] = await this.source.query<{ isCurrent: boolean }[]>(
      'SELECT sid = $3 AS "isCurrent" FROM sessions WHERE id = $1 AND user_id = $2',
      [id, userId, current],
    );
    if (!session) throw new NotFoundException('Session not found');
    if (session.isCurrent) throw new ConflictException('You are using this session. Log out to end it');
    await this.source.query('DELETE FROM sessions WHERE id = $1 AND user_id = $2', [id, userId]);
  }

  /** Ends all but the current one. */
  async endOthers(userId: number, current: string): Promise<void> {
    await endSessions(this.source.manager, userId, current);
  }
}
