import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { OPERATION_ID } from '../../api/operation';

/** Notes the operation that a request reached, for metrics and traces; lets everything through. */
@Injectable()
export class OperationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { locals } = context.switchToHttp().getResponse<Response>();
    locals.operation = this.reflector.get<string | undefined>(OPERATION_ID, context.getHandler());
    return true;
  }
}

/** The id of that operation; `page` outside the API, and `unknown` where a request was refused before it reached one. */
export function operationOf({ originalUrl }: Request, { locals }: Response): string {
  return (locals.operation as string | undefined) ?? (/^\/api(\/|\?|$)/.test(originalUrl) ? 'unknown' : 'page');
}
