import { getEventListeners } from 'node:events';
import { join } from 'node:path';
import { root } from '../support/paths';

// The SDK from its source, against answers that are made here.
let sdk: any;
beforeAll(async () => (sdk = await import(join(root, 'openapi/sdk/src/index.ts'))));
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const change = { kind: 'question', cursor: 'b' };
const page = (): Response => Response.json({ changes: [change], cursor: 'b' });
const failed = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ message: 'Failed' }, { status, headers });

/** A shop that gives these answers in turn. */
function shopOf(...answers: ((signal: AbortSignal) => Response | Promise<Response>)[]): any {
  const fake = async (_address: string, { signal }: { signal: AbortSignal }): Promise<Response> =>
    (answers.shift() ?? (() => Response.error()))(signal);
  return sdk.connect({ url: 'https://shop.example', fetch: fake });
}

/** An answer that never comes. */
const silence = (signal: AbortSignal): Promise<Response> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

it('an ended feed hands out no more of its page', async () => {
  const changes = [1, 2, 3].map((recordId) => ({ recordId }));
  const shop = shopOf(() => Response.json({ changes, cursor: 'a' }));
  const end = new AbortController();
  const seen: number[] = [];
  for await (const { recordId } of shop.changes({ signal: end.signal })) {
    seen.push(recordId);
    end.abort();
  }
  expect(seen).toEqual([1]);
});

it('asks again where a connection ends without a word', async () => {
  const failures: unknown[] = [];
  const next = shopOf(silence, page)
    .changes({ after: 'a', onRetry: (error: unknown) => failures.push(error) })
    .next();
  await jest.advanceTimersByTimeAsync(39_999);
  expect(failures).toEqual([]);
  await jest.advanceTimersByTimeAsync(1 + 250);
  expect([(await next).value, failures]).toMatchObject([change, [{ name: 'TimeoutError' }]]);
  expect(jest.getTimerCount()).toBe(0);
});

it('leaves nothing at a signal that outlives it', async () => {
  const end = new AbortController();
  const during: number[] = [];
  const listeners = (): number => getEventListeners(end.signal, 'abort').length;
  const counted = (): Response => (during.push(listeners()), page());
  const feed = shopOf(counted, () => failed(503), counted, silence).changes({ after: 'a', signal: end.signal });
  await feed.next();
  const second = feed.next();
  await jest.advanceTimersByTimeAsync(250);
  await second;
  expect([during, listeners(), jest.getTimerCount()]).toEqual([[1, 1], 0, 0]);
  const last = feed.next();
  await jest.advanceTimersByTimeAsync(1);
  end.abort();
  expect([await last, listeners(), jest.getTimerCount()]).toEqual([{ done: true, value: undefined }, 0, 0]);
});

it.each([408, 429, 502, 503, 504, 520, 521, 522, 523, 524])('asks again after %s', async (status) => {
  const next = shopOf(() => failed(status), page)
    .changes({ after: 'a', signal: null })
    .next();
  await jest.advanceTimersByTimeAsync(250);
  expect((await next).value).toEqual(change);
});

it.each([400, 401, 403, 404, 500, 501])('gives up after %s', async (status) => {
  await expect(
    shopOf(() => failed(status))
      .changes({ after: 'a' })
      .next(),
  ).rejects.toMatchObject({ status });
});

it.each([
  ['5', 5000],
  ['0', 250],
  ['-5', 250],
  ['soon', 250],
  ['3000000', 3_600_000],
])('a Retry-After of %s is a pause of %d ms', async (seconds, pause) => {
  const retries: unknown[] = [];
  const next = shopOf(() => failed(503, { 'Retry-After': seconds }), page)
    .changes({ after: 'a', onRetry: (error: unknown) => retries.push(error) })
    .next();
  const isDone = jest.fn();
  void next.then(isDone);
  await jest.advanceTimersByTimeAsync(pause - 1);
  expect([isDone.mock.calls.length, retries.length]).toEqual([0, 1]);
  await jest.advanceTimersByTimeAsync(1);
  expect((await next).value).toEqual(change);
});
