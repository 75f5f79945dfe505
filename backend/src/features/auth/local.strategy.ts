import { Injectable, UnauthorizedException } from '@nestjs/common';
import { PassportSerializer, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import { AuthService } from './auth.service';
import { UserDto } from './user.dto';

/** Checks e-mail and password at sign-in. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly auth: AuthService) {
    super({ usernameField: 'email' });
  }

  async validate(email: string, password: string): Promise<UserDto> {
    const user = await this.auth.findByCredentials(email, password);
    if (!user) throw new UnauthorizedException('Invalid email or password');
    return UserDto.from(user);
  }
}

/** Keeps id and e-mail in the session itself: no second look-up on every request. */
@Injectable()
export class SessionSerializer extends PassportSerializer {
  serializeUser(user: UserDto, done: (error: null, stored: UserDto) => void): void {
    done(null, UserDto.from(user));
  }

  deserializeUser(stored: UserDto, done: (error: null, user: UserDto) => void): void {
    done(null, UserDto.from(stored));
  }
}
