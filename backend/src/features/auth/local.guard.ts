import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { InputPipe } from '../../common/http/input.pipe';
import { AuthService } from './auth.service';
import { KnownBrowsers } from './known-browsers';
import { startSession } from './session';
import { CredentialsDto, UserDto } from './user.dto';

/** Signs in by e-mail and password. Guards run before pipes, so the body is checked here. */
@Injectable()
export class LocalGuard implements CanActivate {
  private readonly input = new InputPipe();
  // Handed to passport with each request: by its name, it would be that of the last app of the process.
  private readonly strategy: Strategy;

  constructor(auth: AuthService, browsers: KnownBrowsers) {
    this.strategy = new Strategy({ usernameField: 'email', passReqToCallback: true }, (request, email, password, done) => {
      const signIn = async () => auth.signIn({ email, password }, { address: request.ip ?? '', browser: await browsers.nameOf(request, email) });
      signIn().then((user) => done(null, user ?? false), done);
    });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    await this.input.transform(request.body, { type: 'body', metatype: CredentialsDto });
    const user = await this.authenticate(request, context.switchToHttp().getResponse<Response>());
    if (!user) throw new UnauthorizedException('Invalid email or password');
    await startSession(request, user);
    return true;
  }

  private authenticate(request: Request, response: Response): Promise<UserDto | null> {
    return new Promise((resolve, reject) => {
      const answer = (error: unknown, user: UserDto | false): void => (error ? reject(error as Error) : resolve(user ? UserDto.from(user) : null));
      // Of its own for each request: passport hangs the request's callbacks on it.
      const strategy = Object.create(this.strategy) as Strategy;
      (passport.authenticate(strategy, answer) as (request: Request, response: Response, next: (error: unknown) => void) => void)(request, response, reject);
    });
  }
}
