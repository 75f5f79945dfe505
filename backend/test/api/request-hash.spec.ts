import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { idempotencyOf } from '../../src/records/request-context';

const image = `data:image/png;base64,${'A'.repeat(3_500_000)}`;

/** The hash of a request with a key, as `request` gives it. */
function requestOf(body: unknown, originalUrl = '/api/products'): () => Promise<string> {
  const get = (() => 'key') as never;
  return idempotencyOf({ get, method: 'POST', originalUrl, body })?.request as () => Promise<string>;
}

describe('the hash of a request with a key', () => {
  it.each([
    ['texts', { name: 'Größe 😀 \u2028 "\\\n', nested: [{ a: { b: ['c'] } }], empty: '' }],
    ['numbers and nothing', { price: 1.5e300, minus: -0, list: [null, undefined, NaN], left: undefined, no: false }],
    ['images', { name: 'Disc', images: [image, 'https://shop.example/a.jpg', `${image}"😀`] }],
    ['a list', [image, 1]],
    ['no body', undefined],
  ])('stays what it was, with %s: keys in use go on', async (_what, body) =>
    expect(await requestOf(body)()).toBe(
      createHash('sha256')
        .update(`POST /api/products\n${JSON.stringify(body ?? null)}`)
        .digest('hex'),
    ),
  );

  it('is the same for a dry run', async () =>
    expect(await requestOf({}, '/api/products?dryRun=true')()).toBe(await requestOf({})()));

  it('is made in turns with others, once, and only where it is asked for', async () => {
    let read = 0;
    const toJSON = (): object => (read++, { images: Array(12).fill(image) });
    const request = requestOf({ toJSON });
    expect(read).toBe(0);
    let turns = 0;
    let isDone = false;
    const hashed = request().finally(() => (isDone = true));
    for (; !isDone; await setImmediate()) turns++;
    expect(turns).toBeGreaterThan(100);
    expect(await request()).toBe(await hashed);
    expect(read).toBe(1);
  });
});
