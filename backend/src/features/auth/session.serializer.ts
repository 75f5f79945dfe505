import { Injectable } from '@nestjs/common';
import { PassportSerializer } from '@nestjs/passport';
import { UserDto } from './user.dto';

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
