import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** `request.user`: who is signed in, and by which access token where it is not a session. */
export interface SignedIn {
  id: number;
  email: string;
  token?: { id: number; name: string };
}

/** Who makes a request that has passed the guard. */
export function signedInOf({ user }: Request): SignedIn {
  return user as SignedIn;
}

/** What a request is signed in by: the id of its session, or `token 7`. The request is signed out when it has ended. */
export function credentialOf(request: Request): string {
  const { token } = signedInOf(request);
  return token ? `token ${token.id}` : request.sessionID;
}

/** The id of the signed-in user: the creator of what the request creates. */
export const CurrentUserId = createParamDecorator((_data: unknown, context: ExecutionContext): number => {
  return signedInOf(context.switchToHttp().getRequest<Request>()).id;
});
