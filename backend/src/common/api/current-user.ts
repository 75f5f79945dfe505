import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The id of the signed-in user: the creator of what the request creates. */
export const CurrentUserId = createParamDecorator((_data: unknown, context: ExecutionContext): number => {
  return (context.switchToHttp().getRequest<Request>().user as { id: number }).id;
});
