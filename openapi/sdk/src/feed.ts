import { ShopError } from './error';
import type { ChangeDto, ChangesDto, ReadChangesParams } from './generated/operations.schemas';
import type { Absent, CallOptions } from './http';

/** Which changes to follow, and from where on. */
export type FeedOptions = Absent<Pick<ReadChangesParams, 'after' | 'kind' | 'operation'>> & {
  /** Ends the loop. */
  signal?: AbortSignal | null | undefined;
  /** Told of each failure that passes by itself, before the next try. */
  onRetry?: ((error: unknown) => void) | undefined;
};

const WAIT_SECONDS = 25;
/** So long after it should have come an answer is not waited for: a connection can end without a word. */
const GRACE_MS = 15_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** Of what a shop or a proxy asks for. A timer of more than 24 days would end at once. */
const LONGEST_ASKED_PAUSE_MS = 3_600_000;
/** The shop is away for a moment or has too much to do, or a proxy cannot reach it (Cloudflare says so by 520 to 524). */
const PASSING = [408, 429, 502, 503, 504, 520, 521, 522, 523, 524];

/** Every change from `after` on, then those to come, without an end; a shop that is away is asked again until it is back. */
export async function* follow(
  read: (params: ReadChangesParams, options: CallOptions) => Promise<ChangesDto>,
  { after, signal, onRetry, ...filter }: FeedOptions,
): AsyncGenerator<ChangeDto, void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal?.aborted) {
    let answer: ChangesDto;
    try {
      // The end is asked for without waiting: a wait that breaks would have to ask for it again, and that is a later end.
      const wait = after === 'now' ? 0 : WAIT_SECONDS;
      const ask = (end: AbortSignal): Promise<ChangesDto> => read({ ...filter, after, wait }, { signal: end });
      answer = await within(wait * 1000 + GRACE_MS, signal, ask);
    } catch (error) {
      if (signal?.aborted) return;
      if (!passes(error)) throw error;
      onRetry?.(error);
      const asked = error instanceof ShopError && error.retryAfter;
      await sleep(asked ? Math.min(asked * 1000, LONGEST_ASKED_PAUSE_MS) : pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      continue;
    }
    pause = FIRST_PAUSE_MS;
    for (const change of answer.changes) {
      if (signal?.aborted) return;
      yield change;
    }
    after = answer.cursor;
  }
}

/** Ends what runs by the signal, or when it is late. On Node 20 `AbortSignal.any` keeps a bit of each for as long as the signal lives. */
async function within<T>(
  milliseconds: number,
  signal: AbortSignal | null | undefined,
  run: (end: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  const late = (): void => controller.abort(new DOMException('There was no answer in time', 'TimeoutError'));
  const timer = setTimeout(late, milliseconds);
  signal?.addEventListener('abort', abort);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** What `fetch` throws where there is no answer is not a `ShopError`. */
function passes(error: unknown): boolean {
  return !(error instanceof ShopError) || PASSING.includes(error.status);
}

function sleep(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
