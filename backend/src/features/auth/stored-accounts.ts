import { Injectable, UnauthorizedException } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Accounts } from '../../changes/accounts';

/** Users, sessions and tokens, as the change log asks for them. */
@Injectable()
export class StoredAccounts extends Accounts {
  /** By user; they do not change. */
  private readonly emails = new Map<number, string>();

  constructor(private readonly source: DataSource) {
    super();
  }

  async emailsOf(userIds: number[]): Promise<ReadonlyMap<number, string>> {
    const unknown = [...new Set(userIds)].filter((id) => !this.emails.has(id));
    if (unknown.length > 0) {
      const users = await this.source.query<{ id: number; email: string }[]>(
        'SELECT id, email FROM users WHERE id = ANY($1)',
        [unknown],
      );
      for (const { id, email } of users) this.emails.set(id, email);
    }
    return this.emails;
  }

  async stillValid(credentials: string[]): Promise<Set<string>> {
    if (credentials.length === 0) return new Set();
    const rows = await this.source.query<{ credential: string }[]>(
      `SELECT sid AS credential FROM sessions WHERE sid = ANY($1) AND expire > now()
       UNION ALL SELECT 'token ' || id FROM tokens WHERE 'token ' || id = ANY($1) AND expires_at > now()`,
      [credentials],
    );
    return new Set(rows.map(({ credential }) => credential));
  }

  async holdOpen(manager: EntityManager, userId: number): Promise<void> {
    const open = 'SELECT id FROM users WHERE id = $1 AND closed_at IS NULL FOR SHARE';
    if ((await manager.query<object[]>(open, [userId])).length === 0) throw new UnauthorizedException('Sign in first');
  }
}
