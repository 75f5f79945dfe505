import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, sep } from 'node:path';
import sirv, { type Options } from 'sirv';

/** sirv sends these types without the encoding. */
const TEXTS: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
const FILE = /\.(js|css|map|json|txt|xml|svg|png|jpe?g|webp|ico|woff2?|wasm)$/;

/** Of a file as it is, and of its compressed forms. */
const ENDINGS = ['', '.br', '.gz'];

/** The scripts that the first view of a screen needs, as the build lists them. */
interface FirstView {
  path: string;
  scripts: string[];
}

/**
 * Serves the built screens: hashed files are cached for ever, every page address gets `index.html`. `page` is for who asks
 * for HTML at an address that nothing else has answered, whatever it looks like. `Server-Timing` tells the page's script
 * whether the request had a session, and `Link` tells the browser which scripts to load at once.
 */
export function staticFiles(
  folder: string,
  hasSession: (request: IncomingMessage) => boolean,
): { files: RequestHandler; page: RequestHandler } {
  const skip: RequestHandler = (_request, _response, next) => next();
  if (!existsSync(join(folder, 'index.html'))) return { files: skip, page: skip };
  const linksFor = firstViewLinks(folder);
  const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(sep, name)));
  const options: Options = {
    brotli: true,
    gzip: true,
    // A page is sent each time: with 304 the browser would keep the old headers.
    etag: false,
    single: true,
    setHeaders: (response, path) => {
      const isFile = names.has(path.split('/').join(sep));
      const text = TEXTS[path.split('.').at(-1) ?? ''];
      if (text && isFile) response.setHeader('Content-Type', `${text}; charset=utf-8`);
      const isForEver = isFile && path.startsWith('/assets/');
      response.setHeader('Cache-Control', isForEver ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (isForEver) return;
      const signedIn = hasSession(response.req);
      response.setHeader('Server-Timing', `session;desc="${signedIn ? 'some' : 'none'}"`);
      const links = isFile ? undefined : linksFor(response.req, signedIn);
      if (links) response.setHeader('Link', links);
    },
  };
  // A missing script or picture is 404, although the address of a page can have a dot.
  const serveFile = sirv(folder, { ...options, ignores: [/^\/assets\//, FILE] });
  const servePage = sirv(folder, { ...options, ignores: false });
  // sirv reads the folder once, and a file that has gone since, with a newer build, would end the process.
  const isThere = ({ path }: Request): boolean => {
    const name = names.has(join(path)) ? path : '/index.html';
    return ENDINGS.every((ending) => !names.has(join(name + ending)) || existsSync(join(folder, name + ending)));
  };
  return {
    files: (request: Request, response: Response, next: NextFunction) =>
      isRead(request) && !/^\/(api|docs|docs-json|docs-yaml)(\/|$)/.test(request.path) && isThere(request)
        ? serveFile(request, response, next)
        : next(),
    page: (request: Request, response: Response, next: NextFunction) =>
      isRead(request) &&
      !/^\/api(\/|$)/.test(request.path) &&
      request.headers.accept?.includes('text/html') &&
      isThere(request)
        ? servePage(request, response, next)
        : next(),
  };
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function firstViewLinks(folder: string): (request: IncomingMessage, signedIn: boolean) => string | undefined {
  const file = join(folder, 'first-views.json');
  const views = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstView[]) : [];
  const links = views.map(({ path, scripts }) => ({
    path: new RegExp(path),
    header: scripts.map((script) => `</${script}>; rel=modulepreload`).join(', '),
  }));
  // Signed out, every page is the sign-in screen.
  return (request, signedIn) => {
    const path = signedIn ? (request as Request).path : '/auth';
    return links.find((view) => view.path.test(path))?.header;
  };
}
