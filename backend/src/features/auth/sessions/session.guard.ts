import {
  ForbiddenException,
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { SignedIn } from '../../../api/current-user';
import { NOT_BY_TOKEN, PUBLIC, SESSION_ONLY } from '../../../api/operation';
import { isBearer } from '../tokens/token-auth';
import { TokenLimit } from '../tokens/token-limit';

/** The 401 of a request by nobody who is known. */
export function notSignedIn(request: Request): Error {
  return new UnauthorizedException(isBearer(request) ? 'This token is not known, or it has ended' : 'Sign in first');
}

/** Lets signed-in staff and their tokens through, and everybody to routes marked `@Public()`; every other request is 401. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limit: TokenLimit,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const user = request.user as SignedIn | undefined;
    const isPublic = this.says(PUBLIC, context);
    if (!user && !isPublic) throw notSignedIn(request);
    if (isBearer(request) && (isPublic || this.says(SESSION_ONLY, context))) throw new ForbiddenException(NOT_BY_TOKEN);
    return user?.token ? this.limit.count(user.token.id).then(() => true) : true;
  }

  private says(metadata: string, context: ExecutionContext): boolean {
    return Boolean(this.reflector.getAllAndOverride(metadata, [context.getHandler(), context.getClass()]));
  }
}
