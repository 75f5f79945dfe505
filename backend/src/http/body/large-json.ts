import { BadRequestException, ServiceUnavailableException, StreamableFile } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** From so many bytes on, a body is parsed where that holds nobody up. */
export const LARGE_JSON_BYTES = 512 * 1024;

/** Only an image as a data URL is so long. */
const LONG_TEXT = 100_000;
/** How much of one is written in one go. */
const PIECE = 262_144;

const CHARACTER_OF_TWO_HALVES = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/;

/** How much of a body is handed over in one go. */
const BLOCK = 1_048_576;

// As text, since a test runs from sources that a thread could not load. A value is answered with undefined, which no JSON is,
// in the place of each long text; those are fetched one by one.
const PARSE = `
const { isUtf8 } = require('node:buffer');
const { parentPort } = require('node:worker_threads');
const blocks = new Map();
const texts = new Map();
function read(id) {
  const own = blocks.get(id) ?? [];
  blocks.delete(id);
  const bytes = Buffer.concat(own);
  return isUtf8(bytes) ? bytes.toString() : null;
}
function parse(text) {
  if (text === null) return { problem: 'The body must be in UTF-8' };
  try {
    const value = JSON.parse(text);
    const long = [];
    if (typeof value === 'object' && value !== null) {
      take(value, long);
      return { value, texts: long };
    }
  } catch {}
  return { problem: 'The body is not valid JSON' };
}
function take(part, long) {
  for (const key of Object.keys(part)) {
    if (typeof part[key] === 'object' && part[key] !== null) take(part[key], long);
    else if (typeof part[key] === 'string' && part[key].length > ${LONG_TEXT}) part[key] = void long.push(part[key]);
  }
}
parentPort.on('message', ({ id, block, whole, text, over }) => {
  if (block) blocks.set(id, [...(blocks.get(id) ?? []), block]);
  if (whole) {
    const parsed = parse(read(id));
    texts.set(id, parsed.texts);
    parentPort.postMessage({ id, ...parsed, texts: parsed.texts?.length });
  }
  if (text !== undefined) {
    parentPort.postMessage({ id, text: texts.get(id)[text] });
    texts.get(id)[text] = null;
  }
  if (over) {
    blocks.delete(id);
    texts.delete(id);
  }
});`;

interface Answer {
  problem?: string;
  value?: object;
  /** How many long texts the value has. */
  texts?: number;
  text?: string;
}

/** How long the thread stays without work: its end gives all its memory back. */
const IDLE_MS = 5000;

let thread: Worker | undefined;
let bodies = 0;
let underWay = 0;
let idle: NodeJS.Timeout | undefined;
const waiting = new Map<number, (answer: Answer | null) => void>();

/** A large JSON body, parsed in a thread of its own. Neither its bytes nor its value pass through this one at once. */
export class LargeJson {
  private readonly id = ++bodies;
  private readonly thread = takeThread();
  private block = Buffer.from(new ArrayBuffer(BLOCK));
  private filled = 0;

  /** Takes the bytes that come next. */
  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(this.block, this.filled, at);
      at += copied;
      this.filled += copied;
      if (this.filled === BLOCK) this.handOver();
    }
  }

  /** The value: an object or a list. Answers 400 where the bytes are none. */
  async parse(): Promise<object> {
    this.handOver();
    const { problem, value = {}, texts = 0 } = await this.ask({ whole: true });
    if (problem) throw new BadRequestException(problem);
    const long: string[] = [];
    while (long.length < texts) long.push((await this.ask({ text: long.length })).text ?? '');
    putBack(value, long.values());
    return value;
  }

  /** Comes after the last use, whatever became of it. */
  end(): void {
    this.thread.postMessage({ id: this.id, over: true });
    if (--underWay === 0) idle = setTimeout(endThread, IDLE_MS).unref();
  }

  private handOver(): void {
    const block = this.block.subarray(0, this.filled);
    this.thread.postMessage({ id: this.id, block }, [block.buffer]);
    this.block = Buffer.from(new ArrayBuffer(BLOCK));
    this.filled = 0;
  }

  private async ask(question: { whole: true } | { text: number }): Promise<Answer> {
    const answer = await new Promise<Answer | null>((resolve) => {
      if (this.thread !== thread) return resolve(null);
      waiting.set(this.id, resolve);
      this.thread.postMessage({ id: this.id, ...question });
    });
    if (!answer) throw new ServiceUnavailableException('The body could not be read. Please try again');
    return answer;
  }
}

function takeThread(): Worker {
  underWay++;
  clearTimeout(idle);
  return (thread ??= startThread());
}

function endThread(): void {
  const ended = thread;
  thread = undefined;
  void ended?.terminate();
}

function startThread(): Worker {
  const started = new Worker(PARSE, { eval: true });
  started.on('message', ({ id, ...answer }: Answer & { id: number }) => {
    const resolve = waiting.get(id);
    waiting.delete(id);
    resolve?.(answer);
  });
  // One that ended (memory) leaves nobody waiting; the next body starts another.
  started
    .on('error', () => undefined)
    .on('exit', () => {
      if (thread !== started) return;
      thread = undefined;
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
    });
  // Last: to listen would hold the process again.
  started.unref();
  return started;
}

/** Fills the places of long texts, in the order in which they were taken. */
function putBack(part: object, texts: Iterator<string>): void {
  const places = part as Record<string, unknown>;
  for (const key of Object.keys(places)) {
    const there = places[key];
    if (there === undefined) places[key] = texts.next().value;
    else if (typeof there === 'object' && there !== null) putBack(there, texts);
  }
}

/** A long text of an answer that is read while it is sent, a piece at a time. It holds nothing that JSON escapes. */
export class LazyText {
  constructor(readonly pieces: () => AsyncIterable<string>) {}
}

/** The same JSON as `JSON.stringify`, in pieces: written in one go, a record with its images would hold others up. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  const long: (string | LazyText)[] = [];
  // Nobody can know it, so nothing else looks like a place kept free.
  const place = randomUUID();
  const json = JSON.stringify(value, (_key, part: unknown) => (isLong(part) ? (long.push(part), place) : part));
  const [first, ...others] = json.split(`"${place}"`);
  yield first;
  for (const [index, text] of long.entries()) {
    yield '"';
    if (text instanceof LazyText) for await (const piece of text.pieces()) yield* slices(piece);
    else for await (const piece of slices(text)) yield JSON.stringify(piece).slice(1, -1);
    yield `"${others[index]}`;
  }
}

/** With a turn for others after each: a quick reader takes all that there is in one go. */
async function* slices(text: string): AsyncGenerator<string> {
  for (let at = 0, end; at < text.length; at = end) {
    end = at + PIECE;
    // The two halves of a character stay together: alone, each would be written as an escape.
    if (CHARACTER_OF_TWO_HALVES.test(text.slice(end - 1, end + 1))) end++;
    yield text.slice(at, end);
    await setImmediate();
  }
}

function isLong(part: unknown): part is string | LazyText {
  return part instanceof LazyText || (typeof part === 'string' && part.length > LONG_TEXT);
}

/** An answer that carries images as data URLs, itself or in its `current`, as a stream; null for any other. */
export function inPieces(answer: object): StreamableFile | null {
  const { images, current } = answer as { images?: unknown[]; current?: { images?: unknown[] } };
  if (!(images ?? current?.images ?? []).some(isLong)) return null;
  const stream = Readable.from(jsonPieces(answer), { objectMode: true, highWaterMark: 1 });
  const file = new StreamableFile(stream, { type: 'application/json; charset=utf-8' });
  return file.setErrorHandler((_error, response) => response.destroy?.());
}
