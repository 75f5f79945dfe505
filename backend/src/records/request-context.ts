import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { signedInOf } from '../api/current-user';
import { isDryRun } from '../api/dry-run';
import { jsonPieces } from '../http/body/large-json';
import { ApiDryRun } from './dry-run.guard';
import { ifMatchOf, type IfMatchVersions } from './versions';

/** On whose behalf something is written, and what the request says of it in its headers. */
export interface RequestContext {
  userId: number;
  /** The access token by which they act, by its name; null for a session. */
  tokenName: string | null;
  /** The number of that token. */
  tokenId: number | null;
  /** Names what is changed together in the change log, and the request in the log: its `X-Request-Id`. */
  changeSet: string;
  /** By what a repeat is known; null for a request without `Idempotency-Key`. Most operations need no `request`. */
  idempotency: { key: string; request: () => Promise<string> } | null;
  /** Told the change set of the first request, where this one is a repeat. */
  onReplay?: (changeSet: string) => void;
  ifMatch: IfMatchVersions;
  /** Whether it is only tried out: all of it is rolled back. */
  dryRun: boolean;
}

/** The signed-in user and the request, for what need not be tried out: a preview, or what tells a secret. */
export const PreviewContext = createParamDecorator((_data: unknown, context: ExecutionContext): RequestContext => {
  const request = context.switchToHttp().getRequest<Request>();
  const response = context.switchToHttp().getResponse<Response>();
  const { id, token } = signedInOf(request);
  return {
    userId: id,
    tokenName: token?.name ?? null,
    tokenId: token?.id ?? null,
    changeSet: response.getHeader('X-Request-Id') as string,
    idempotency: idempotencyOf(request),
    onReplay: (changeSet) => response.setHeader('X-Original-Request-Id', changeSet),
    ifMatch: ifMatchOf(request),
    dryRun: isDryRun(request),
  };
});

/** The signed-in user and the request, for whatever writes on their behalf; the route can then be tried out by `?dryRun=true`. */
export function Context(): ParameterDecorator {
  return (target, key, index) => {
    PreviewContext()(target, key, index);
    if (key) ApiDryRun(target, key, Object.getOwnPropertyDescriptor(target, key) as TypedPropertyDescriptor<unknown>);
  };
}

/** The key of a request, and a hash of the request, made when it is first asked for. */
export function idempotencyOf(
  request: Pick<Request, 'get' | 'method' | 'originalUrl' | 'body'>,
): RequestContext['idempotency'] {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return null;
  const { method, originalUrl } = request;
  const body: unknown = request.body ?? null;
  // Tried out first or done at once: it is the same request.
  const address = originalUrl.replace(/(?<=[?&])dryRun=\w*&?/, '').replace(/[?&]$/, '');
  let hashed: Promise<string> | undefined;
  return { key, request: () => (hashed ??= hashOf(`${method} ${address}\n`, body)) };
}

/** In pieces, since a body may have many megabytes of images. */
async function hashOf(head: string, body: unknown): Promise<string> {
  const hash = createHash('sha256').update(head);
  for await (const piece of jsonPieces(body)) hash.update(piece);
  return hash.digest('hex');
}
