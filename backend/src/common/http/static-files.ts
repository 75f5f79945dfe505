import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

/**
 * The built screens: hashed files for ever, precompressed; every other page address is the app's `index.html`.
 * A page says in `Server-Timing`, which its script can read, whether a session came with the request at all.
 */
export function staticFiles(folder: string, hasSession: (request: IncomingMessage) => boolean): RequestHandler {
  if (!existsSync(join(folder, 'index.html'))) return (_request, _response, next) => next();
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    // A page is sent again each time: the browser would keep the headers of the stored one.
    etag: false,
    single: true,
    // A missing file is 404; a page's address may have a dot in it.
    ignores: [/^\/assets\//, /\.(js|css|map|json|txt|xml|svg|png|jpe?g|webp|ico|woff2?)$/],
    setHeaders: (response, path) => {
      const isForEver = path.startsWith('/assets/');
      response.setHeader('Cache-Control', isForEver ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (!isForEver) response.setHeader('Server-Timing', `session;desc="${hasSession(response.req) ? 'some' : 'none'}"`);
    },
  });
  return (request: Request, response: Response, next: NextFunction) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|docs|docs-json|docs-yaml)(\/|$)/.test(request.path)) return next();
    return serve(request, response, next);
  };
}
