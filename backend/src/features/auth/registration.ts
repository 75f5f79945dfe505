import { ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { Env } from '../../config/env';
import type { RegisterDto } from './user.dto';
import { User } from './user.entity';

/** Any number that no other program on the same database takes; held while a first user registers. */
const FIRST_USER_LOCK = 67827702;
const INVITE_DAYS = 7;

/** Waits for who closes the account, and makes no invitation after that. */
const INVITE = `
  INSERT INTO invites (token_sha256, created_by_id, expires_at)
  SELECT sha256(convert_to($1, 'UTF8')), id, now() + make_interval(days => $3)
  FROM users WHERE id = $2 AND closed_at IS NULL FOR SHARE
  RETURNING expires_at AS "expiresAt"`;

/** Who may register, as `REGISTRATION` says. */
@Injectable()
export class Registration {
  private readonly mode: string;
  private readonly domains: string[];

  constructor(
    { REGISTRATION }: Env,
    private readonly source: DataSource,
  ) {
    const [mode, domains = ''] = REGISTRATION.toLowerCase().split(':');
    this.mode = mode;
    this.domains = domains.split(',').filter(Boolean);
  }

  /** Whether everybody may register, programs that try the API out too. */
  get isOpen(): boolean {
    return this.mode === 'open';
  }

  /** Lets a newcomer in or answers 403 with the reason; uses the invitation up if it takes one. */
  async admit(manager: EntityManager, { email, invite }: Pick<RegisterDto, 'email' | 'invite'>): Promise<void> {
    if (this.isOpen) return;
    this.refuseIfClosed();
    if (this.domains.includes(email.toLowerCase().split('@').at(-1) ?? '')) return;
    if (invite !== undefined && (await useUp(manager, invite))) return;
    if (await isFirst(manager)) return;
    throw new ForbiddenException(this.reason(invite));
  }

  /** Makes an invitation for one newcomer; only its hash is kept. */
  async invite(userId: number): Promise<{ token: string; expiresAt: Date }> {
    this.refuseIfClosed();
    const token = randomBytes(32).toString('base64url');
    await this.source.query('DELETE FROM invites WHERE expires_at <= now()');
    const [invite] = await this.source.query<{ expiresAt: Date }[]>(INVITE, [token, userId, INVITE_DAYS]);
    if (!invite) throw new UnauthorizedException('Sign in first');
    return { token, expiresAt: invite.expiresAt };
  }

  private refuseIfClosed(): void {
    if (this.mode === 'closed') throw new ForbiddenException('Registration is closed');
  }

  private reason(invite: string | undefined): string {
    if (invite !== undefined) return 'This invitation has been used or has expired. Please ask for a new one';
    return this.mode === 'domain'
      ? `Registration is open to addresses at ${this.domains.join(', ')}, and to others with an invitation`
      : 'Registration needs an invitation. Please ask a colleague for one';
  }
}

/** In the transaction of the registration: if that fails, the invitation is as good as before. */
async function useUp(manager: EntityManager, token: string): Promise<boolean> {
  const [, count] = await manager.query<[object[], number]>(
    "DELETE FROM invites USING users WHERE token_sha256 = sha256(convert_to($1, 'UTF8')) AND expires_at > now() AND users.id = created_by_id AND closed_at IS NULL",
    [token],
  );
  return count > 0;
}

/** Of several who come first at once, one is; the lock is held until the end of the transaction. */
async function isFirst(manager: EntityManager): Promise<boolean> {
  if (await manager.exists(User)) return false;
  await manager.query('SELECT pg_advisory_xact_lock($1)', [FIRST_USER_LOCK]);
  return !(await manager.exists(User));
}
