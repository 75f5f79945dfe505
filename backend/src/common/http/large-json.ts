import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';

/** From so many bytes on, JSON is parsed where it holds nobody up. */
export const LARGE_JSON_BYTES = 512 * 1024;

/** Only an image as a data URL is so long; nothing in one needs to be escaped. */
const LONG_TEXT = 100_000;
/** How much of one is written in one go. */
const PIECE = 262_144;

// As text, since a test runs from sources that a thread could not load.
const PARSE = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ id, bytes }) => {
  try {
    parentPort.postMessage({ id, value: JSON.parse(Buffer.from(bytes).toString()) });
  } catch {
    parentPort.postMessage({ id });
  }
});`;

let thread: Worker | undefined;
let requests = 0;
const waiting = new Map<number, (value: unknown) => void>();

/** Parses JSON in a thread of its own; undefined where it is none. The bytes are given away. */
export function parseAside(bytes: Buffer<ArrayBuffer>): Promise<unknown> {
  thread ??= startThread();
  return new Promise((resolve) => {
    waiting.set(++requests, resolve);
    const whole = bytes.byteLength === bytes.buffer.byteLength ? bytes : Buffer.from(bytes);
    thread?.postMessage({ id: requests, bytes: whole }, [whole.buffer]);
  });
}

function startThread(): Worker {
  const started = new Worker(PARSE, { eval: true });
  started.on('message', ({ id, value }: { id: number; value?: unknown }) => {
    waiting.get(id)?.(value);
    waiting.delete(id);
  });
  // One that ended (memory) leaves nobody waiting; the next request starts another.
  started.on('error', () => undefined).on('exit', () => {
    thread = undefined;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  });
  // Last: to listen would hold the process again.
  started.unref();
  return started;
}

/** JSON in pieces: written in one go, a record with its images would hold others up. */
export function* jsonPieces(value: unknown): Generator<string> {
  const long: string[] = [];
  // No text of a record holds the character 0, so nothing else looks like a place kept free.
  const json = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' && part.length > LONG_TEXT ? `\0${long.push(part) - 1}` : part));
  let end = 0;
  for (const { 0: place, 1: number, index } of json.matchAll(/"\\u0000(\d+)"/g)) {
    yield `${json.slice(end, index)}"`;
    const text = long[Number(number)];
    for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
    end = index + place.length - 1;
  }
  yield json.slice(end);
}

/** Streams answers that carry images as data URLs. */
export class LargeAnswers implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((answer: unknown) => {
        const { images = [] } = (answer ?? {}) as { images?: string[] };
        if (!images.some((image) => image.length > LONG_TEXT)) return answer;
        // Data URLs do not shrink: compressing them would only cost time.
        response.setHeader('Cache-Control', 'no-store, no-transform');
        return new StreamableFile(Readable.from(jsonPieces(answer)), { type: 'application/json; charset=utf-8' });
      }),
    );
  }
}
