import { BadRequestException } from '@nestjs/common';
import { json, type NextFunction, type Request, type RequestHandler, type Response } from 'express';

const KB = 1024;
/** Room for the images of one record, as base64, and its texts. */
export const MAX_BODY_BYTES = 48 * KB * KB;

/** How long nothing may come of a body that is not all there, ms; a slow line may go on. */
const STALLED = 15_000;

const [signedOut, plain, withImages] = [16 * KB, 256 * KB, MAX_BODY_BYTES].map((limit) => json({ limit, inflate: false, verify: refuseTangles }));

/** Reads JSON bodies alone (a form post is 415), large ones only from signed-in staff and only where records carry images. */
export function bodyParser(imagePaths: readonly string[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return next();
    request.setTimeout(STALLED, () => request.destroy());
    // An answer that is out already has set the time that the connection is kept for the next request.
    request.once('end', () => response.writableFinished || request.socket.setTimeout(0));
    if (!request.is('application/json')) return next({ status: 415 });
    const carriesImages = imagePaths.some((path) => request.path === path || request.path.startsWith(`${path}/`));
    const parse = !request.user ? signedOut : carriesImages ? withImages : plain;
    return parse(request, response, (error?: { type?: string }) => {
      if (error?.type === 'entity.parse.failed') return next(new BadRequestException('The body is not valid JSON'));
      next(error?.type === 'entity.verify.failed' ? new BadRequestException('The body has too many parts') : error);
    });
  };
}

/** What no request of ours comes near: a parser or a validator would take seconds over it. */
const MAX_DEPTH = 32;
const MAX_PARTS = 4000;

/** Refuses deep or wide JSON before it is parsed; texts, however long, are leapt over. */
function refuseTangles(_request: unknown, _response: unknown, body: Buffer): void {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === 0x22) at = endOfText(body, at);
    else if (byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === 0x2c) parts++;
    if (depth > MAX_DEPTH || parts > MAX_PARTS) throw new Error('too many parts');
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
