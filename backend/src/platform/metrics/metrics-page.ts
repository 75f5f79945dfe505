import { NotFoundException, UnauthorizedException } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopback, type Env } from '../../config/env';
import { hostNameOf } from '../../config/known-hosts';
import type { Metrics } from './metrics';

/** What a proxy says of whom it speaks for. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * `GET /metrics`, for this machine and for those who have `METRICS_TOKEN`. Where no token is set nobody else is to find
 * anything, so it is 404; where one is, 401 says to the operator's own scraper what is wrong.
 */
export function metricsPage(metrics: Metrics, { METRICS_TOKEN, TRUST_PROXY }: Env): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    const isAllowed =
      (TRUST_PROXY === 0 && isOfThisMachine(request)) ||
      (METRICS_TOKEN !== undefined && hasToken(request, METRICS_TOKEN));
    if (isAllowed) return void send(metrics, response).catch(next);
    if (METRICS_TOKEN === undefined) return next(new NotFoundException('There is nothing at this address'));
    response.setHeader('WWW-Authenticate', 'Bearer');
    next(new UnauthorizedException('Send METRICS_TOKEN as a Bearer token'));
  };
}

async function send(metrics: Metrics, response: Response): Promise<void> {
  const text = await metrics.text();
  response.setHeader('Content-Type', metrics.contentType).setHeader('Cache-Control', 'no-store');
  response.end(text);
}

/** Asked by a program here, and not through a proxy that is here. By that name: a page of another site may have its own name lead here. */
function isOfThisMachine(request: Request): boolean {
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return isLoopback(address) && isLoopback(hostNameOf(request)) && !OF_PROXIES.some((name) => name in request.headers);
}

/** Compared by their hashes, which are of one length: the time tells nothing. */
function hasToken({ headers }: Request, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
