import { BadRequestException, PayloadTooLargeException, UnsupportedMediaTypeException } from '@nestjs/common';
import { json, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { MAX_BODY_BYTES } from '../../config/budgets';
import { endStalled } from '../budgets/end-stalled';
import { waitForBody } from '../budgets/wait-for-body';
import { JsonShape, TOO_MANY_PARTS } from './json-shape';
import { LARGE_JSON_BYTES, LargeJson } from './large-json';

const [signedOut, plain, withSmallImages] = [MAX_BODY_BYTES.signedOut, MAX_BODY_BYTES.plain, LARGE_JSON_BYTES].map(
  (limit) => json({ limit, inflate: false, verify: check }),
);

/** Which bodies are let through: of people who are not signed in, large ones, and files, which their operations read themselves. */
export interface BodyPaths {
  public: readonly string[];
  images: readonly string[];
  files: Readonly<Record<string, FileBody>>;
}

/** What a POST to a path may carry in place of JSON. */
export interface FileBody {
  type: string | string[];
  /** Whether all of it is held in memory. If not, its operation calls `endStalled` when it begins to read it. */
  isHeld: boolean;
  maxBytes: number;
  /** What to say of another type, and of a longer body. */
  wrongType: string;
  tooLarge: string;
}

/**
 * Reads JSON bodies only (a form post is 415). Large ones are for signed-in staff, on paths of records with images. Of people
 * who are not signed in, it answers a large one by `notSignedIn`, as the guard does a small one.
 */
export function bodyParser(paths: BodyPaths, notSignedIn: (request: Request) => Error): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const length = Number(request.headers['content-length'] ?? Infinity);
    const hasBody = request.headers['transfer-encoding'] !== undefined || (length > 0 && length < Infinity);
    if (!hasBody) return next();
    const file = request.method === 'POST' ? paths.files[request.path] : undefined;
    const problem = file && request.user && fileProblem(request, file);
    const refuse = (error: unknown): void => {
      endStalled(request, response);
      next(error);
    };
    // What waits for its turn may pause for longer than what is being read.
    if (file && request.user && !problem) {
      if (file.isHeld)
        return void waitForBody(request, response, Math.min(length, file.maxBytes)).then(() => next(), refuse);
      return next();
    }
    const carriesImages = paths.images.some((path) => request.path === path || request.path.startsWith(`${path}/`));
    const isJson = isPlainJson(request) && request.headers['content-encoding'] === undefined;
    if (!file && request.user && carriesImages && isJson && length > LARGE_JSON_BYTES)
      return void readLarge(request, response, length).then(() => next(), refuse);
    endStalled(request, response);
    if (problem) return next(problem);
    // Signed out, the guard rejects it later.
    if (file) return next();
    if (!isJson) return next({ status: 415 });
    const parse = !request.user ? signedOut : carriesImages ? withSmallImages : plain;
    parse(request, response, (error?: { type?: string; message: string }) => {
      if (error?.type === 'entity.parse.failed') return next(new BadRequestException('The body is not valid JSON'));
      if (error?.type === 'entity.too.large' && !request.user && !paths.public.includes(request.path))
        return next(notSignedIn(request));
      if (error?.type === 'encoding.unsupported') return next({ status: 415 });
      if (error?.type === 'entity.verify.failed') return next(new BadRequestException(error.message));
      next(error);
    });
  };
}

function fileProblem(request: Request, { type, maxBytes, wrongType, tooLarge }: FileBody): Error | undefined {
  if (!request.is(type) || request.headers['content-encoding'] !== undefined)
    return new UnsupportedMediaTypeException(wrongType);
  return Number(request.headers['content-length'] ?? 0) > maxBytes ? new PayloadTooLargeException(tooLarge) : undefined;
}

function isPlainJson(request: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  return Boolean(request.is('application/json')) && ['utf-8', undefined].includes(charset?.toLowerCase());
}

/** Reads a body that may carry images. One that is refused is read to its end all the same, so that the answer arrives. */
async function readLarge(request: Request, response: Response, length: number): Promise<void> {
  const wait = (): Promise<() => void> => waitForBody(request, response, Math.min(length, MAX_BODY_BYTES.withImages));
  // A body that does not tell its length may be a small one, which waits for nobody.
  let hasWaited = length < Infinity;
  const lift = hasWaited ? await wait() : endStalled(request, response);
  const body = new LargeJson();
  const shape = new JsonShape();
  let size = 0;
  let refusal: unknown;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (!hasWaited && size > LARGE_JSON_BYTES) {
        hasWaited = true;
        lift();
        await wait().catch((error: unknown) => {
          refusal = error;
          endStalled(request, response);
        });
      }
      if (size > MAX_BODY_BYTES.withImages) refusal ??= { status: 413 };
      if (!refusal && !shape.allows(chunk)) refusal = new BadRequestException(TOO_MANY_PARTS);
      if (!refusal) body.add(chunk);
    }
    if (refusal) throw refusal;
    request.body = await body.parse();
  } finally {
    body.end();
  }
}

/** Rejects other encodings, which would lose characters, and bodies that take long to parse. */
function check(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new Error('The body must be in UTF-8');
  if (!new JsonShape().allows(body)) throw new Error(TOO_MANY_PARTS);
}
