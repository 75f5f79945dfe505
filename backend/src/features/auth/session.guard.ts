import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { PUBLIC } from '../../common/api/operation';

/** Lets signed-in staff through, and everybody to routes marked `@Public()`; every other request is 401. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    if (context.switchToHttp().getRequest<Request>().user) return true;
    throw new UnauthorizedException('Sign in first');
  }
}
