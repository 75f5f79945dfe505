import { ConflictException, Injectable, NotFoundException, UnauthorizedException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { Repository } from 'typeorm';
import { mapViolation } from '../../../http/database-error';
import { hashOfToken, TOKEN_PREFIX } from './token-auth';
import type { CreateTokenDto } from './token.dto';
import { Token } from './token.entity';

/** Nobody needs more, and nobody fills the table. */
const MAX_TOKENS = 100;

const INSERT = `
  INSERT INTO tokens (user_id, name, sha256, expires_at) VALUES ($1, $2, $3, now() + make_interval(days => $4))
  RETURNING id, name, created_at AS "createdAt", expires_at AS "expiresAt"`;

/** The access tokens of each user. */
@Injectable()
export class TokensService {
  constructor(@InjectRepository(Token) private readonly tokens: Repository<Token>) {}

  /** A user's tokens, newest first. */
  list(userId: number): Promise<Token[]> {
    return this.tokens.find({ where: { userId }, order: { id: 'DESC' } });
  }

  /** Makes a token and tells it this once; 409 where the user has one of this name, or too many. */
  create(userId: number, { name, days }: CreateTokenDto): Promise<{ token: Token; secret: string }> {
    const secret = TOKEN_PREFIX + randomBytes(32).toString('base64url');
    const taken = (): Error => new ConflictException('You have a token of this name already');
    return this.tokens.manager
      .transaction(async (manager) => {
        // Two at once are counted one after the other; none is made for an account that was closed since.
        const open = 'SELECT FROM users WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE';
        if ((await manager.query<object[]>(open, [userId])).length === 0)
          throw new UnauthorizedException('Sign in first');
        if ((await manager.countBy(Token, { userId })) >= MAX_TOKENS)
          throw new ConflictException(`You have ${MAX_TOKENS} tokens. Revoke one first`);
        const [token] = await manager.query<Token[]>(INSERT, [userId, name, hashOfToken(secret), days]);
        return { token, secret };
      })
      .catch(mapViolation('tokens_user_id_name_key', taken));
  }

  /** Ends a token of this user; 404 for one of somebody else. */
  async revoke(userId: number, id: number): Promise<void> {
    const { affected } = await this.tokens.delete({ id, userId });
    if (!affected) throw new NotFoundException('Token not found');
  }
}
