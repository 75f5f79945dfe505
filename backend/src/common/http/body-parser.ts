import { BadRequestException } from '@nestjs/common';
import { json, raw, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { LARGE_JSON_BYTES, parseAside } from './large-json';

const KB = 1024;
/** Room for the images of one record, as base64, and its texts. */
export const MAX_BODY_BYTES = 48 * KB * KB;

const NO_JSON = 'The body is not valid JSON';

/** How long nothing may come of a body that is not all there, ms; a slow line may go on. */
const STALLED = 15_000;

const [signedOut, plain] = [16 * KB, 256 * KB].map((limit) => json({ limit, inflate: false, verify: check }));
const withImages = raw({ limit: MAX_BODY_BYTES, inflate: false, type: () => true, verify: check });

/** Reads JSON bodies alone (a form post is 415), large ones only from signed-in staff and only where records carry images. */
export function bodyParser(imagePaths: readonly string[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return next();
    request.setTimeout(STALLED, () => request.destroy());
    // An answer that is out already has set the time that the connection is kept for the next request.
    request.once('end', () => response.writableFinished || request.socket.setTimeout(0));
    if (!isPlainJson(request)) return next({ status: 415 });
    const carriesImages = imagePaths.some((path) => request.path === path || request.path.startsWith(`${path}/`));
    const parse = !request.user ? signedOut : carriesImages ? withImages : plain;
    parse(request, response, (error?: { type?: string; message: string }) => {
      if (error?.type === 'entity.parse.failed') return next(new BadRequestException(NO_JSON));
      if (error?.type === 'entity.verify.failed') return next(new BadRequestException(error.message));
      if (error || parse !== withImages) return next(error);
      parseBytes(request).then(() => next(), next);
    });
  };
}

function isPlainJson(request: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  return Boolean(request.is('application/json')) && ['utf-8', undefined].includes(charset?.toLowerCase());
}

/** A record with its images is parsed aside; most bodies are small, and at once. */
async function parseBytes(request: Request): Promise<void> {
  const bytes = request.body as Buffer<ArrayBuffer>;
  const value = bytes.length < LARGE_JSON_BYTES ? parse(bytes) : await parseAside(bytes);
  if (typeof value !== 'object' || value === null) throw new BadRequestException(NO_JSON);
  request.body = value;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** What no request of ours comes near: a parser or a validator would take seconds over it. */
const MAX_DEPTH = 32;
const MAX_PARTS = 4000;

/** Refuses other encodings, which would lose characters, and deep or wide JSON before it is parsed; texts, however long, are leapt over. */
function check(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new Error('The body must be in UTF-8');
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === 0x22) at = endOfText(body, at);
    else if (byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === 0x2c) parts++;
    if (depth > MAX_DEPTH || parts > MAX_PARTS) throw new Error('The body has too many parts');
  }
}

/** Where the text that starts at this quotation mark ends. */
function endOfText(body: Buffer, start: number): number {
  for (let end = body.indexOf(0x22, start + 1); end > 0; end = body.indexOf(0x22, end + 1)) {
    let slashes = 0;
    while (body[end - 1 - slashes] === 0x5c) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return body.length;
}
