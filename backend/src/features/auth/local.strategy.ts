import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-local';
import { AuthService } from './auth.service';
import { startSession } from './sessions/session';
import { TrustedDevices } from './trusted-devices';
import type { User } from './user.entity';

/** Looks at an e-mail and a password. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly auth: AuthService,
    private readonly browsers: TrustedDevices,
  ) {
    super({ usernameField: 'email', passReqToCallback: true });
  }

  async validate(request: Request, email: string, password: string): Promise<User | null> {
    const browser = await this.browsers.nameOf(request, email);
    const caller = { address: request.ip ?? '', browser };
    return this.auth.signIn({ email, password }, caller, (user) => startSession(request, user));
  }
}
