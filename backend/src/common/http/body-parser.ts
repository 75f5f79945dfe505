import { BadRequestException } from '@nestjs/common';
import { json, type NextFunction, type Request, type RequestHandler, type Response } from 'express';

const KB = 1024;
/** Room for six photos of the largest size, as base64. */
export const MAX_BODY_BYTES = 48 * KB * KB;

const signedOut = json({ limit: 16 * KB, inflate: false });
const plain = json({ limit: 256 * KB, inflate: false });
const withImages = json({ limit: MAX_BODY_BYTES, inflate: false });

/** Reads JSON bodies alone (a form post is 415), large ones only from signed-in staff and only where records carry images. */
export function bodyParser(imagePaths: readonly string[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return next();
    if (!request.is('application/json')) return next({ status: 415 });
    const carriesImages = imagePaths.some((path) => request.path === path || request.path.startsWith(`${path}/`));
    const parse = !request.user ? signedOut : carriesImages ? withImages : plain;
    return parse(request, response, (error?: { type?: string }) => next(error?.type === 'entity.parse.failed' ? new BadRequestException('The body is not valid JSON') : error));
  };
}
