import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import { InputPipe } from '../../http/input.pipe';
import { LocalStrategy } from './local.strategy';
import { CredentialsDto, UserDto } from './user.dto';

/** Signs in by e-mail and password. Guards run before pipes, so the body is checked here. */
@Injectable()
export class LocalGuard implements CanActivate {
  private readonly input = new InputPipe();

  constructor(private readonly strategy: LocalStrategy) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    await this.input.transform(request.body, { type: 'body', metatype: CredentialsDto });
    const user = await this.authenticate(request, context.switchToHttp().getResponse<Response>());
    if (!user) throw new UnauthorizedException('Invalid email or password');
    return true;
  }

  private authenticate(request: Request, response: Response): Promise<UserDto | null> {
    return new Promise((resolve, reject) => {
      const answer = (error: unknown, user: UserDto | false): void =>
        error ? reject(error as Error) : resolve(user ? UserDto.from(user) : null);
      // Handed over, since by its name it would be that of the last app of the process; of its own for each request, since
      // passport hangs the request's callbacks on it.
      const strategy = Object.create(this.strategy) as LocalStrategy;
      const authenticate = passport.authenticate(strategy, answer) as RequestHandler;
      void authenticate(request, response, reject);
    });
  }
}
