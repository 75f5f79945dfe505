import { ShopError } from './error';
import type { ChangeDto, ChangesDto, ReadChangesParams } from './generated/operations.schemas';
import type { CallOptions } from './http';

/** Which changes to follow, and from where on. */
export type FeedOptions = Absent<Pick<ReadChangesParams, 'after' | 'kind' | 'operation'>> & {
  /** Ends the loop. */
  signal?: AbortSignal | undefined;
  /** Told of each failure that passes by itself, before the next try. */
  onRetry?: ((error: unknown) => void) | undefined;
};

/** Undefined is the same as left out, also for who compiles with `exactOptionalPropertyTypes`. */
type Absent<Params> = { [Name in keyof Params]: Params[Name] | undefined };

const WAIT_SECONDS = 25;
/** So long after it should have come an answer is not waited for: a connection can end without a word. */
const GRACE_MS = 15_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** The shop is away for a moment, has too much to do, or something between us and it. */
const PASSING = [429, 502, 503, 504];

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
      const late = AbortSignal.timeout(wait * 1000 + GRACE_MS);
      answer = await read({ ...filter, after, wait }, { signal: signal ? AbortSignal.any([signal, late]) : late });
    } catch (error) {
      if (signal?.aborted) return;
      if (!passes(error)) throw error;
      onRetry?.(error);
      await sleep(error instanceof ShopError && error.retryAfter ? error.retryAfter * 1000 : pause, signal);
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

/** What `fetch` throws where there is no answer is not a `ShopError`. */
function passes(error: unknown): boolean {
  return !(error instanceof ShopError) || PASSING.includes(error.status);
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
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
