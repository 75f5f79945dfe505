import { join } from 'node:path';
import { root } from '../support/paths';

// The SDK from its source, against answers that are made here.
let sdk: any;
beforeAll(async () => (sdk = await import(join(root, 'openapi/sdk/src/index.ts'))));

/** A shop that gives these answers in turn, and the headers `If-Match` that it was sent. */
function shopOf(...answers: Response[]): { shop: any; tags: (string | null)[] } {
  const tags: (string | null)[] = [];
  const fake = (_address: string, { headers }: { headers: Headers }): Promise<Response> => {
    tags.push(headers.get('if-match'));
    return Promise.resolve(answers.shift() ?? Response.error());
  };
  return { shop: sdk.connect({ url: 'https://shop.example', fetch: fake }), tags };
}
const json = (body: unknown, headers: Record<string, string> = {}): Response => Response.json(body, { headers });
const NO_VERSION = 'This object has no version: read the record alone, or give a version with its quotes, such as "3"';

describe('ifMatch of the SDK', () => {
  it('takes the version of a record, or a text', async () => {
    const { shop, tags } = shopOf(json({ id: 7 }, { ETag: 'W/"3"' }), json({ id: 7 }), json({ id: 7 }));
    const problem = await shop.readProblem(7);
    await shop.changeProblem(7, { title: 'Other' }, undefined, { ifMatch: problem });
    await shop.changeProblem(7, { title: 'Other' }, undefined, { ifMatch: '"4"' });
    expect(tags).toEqual([null, 'W/"3"', '"4"']);
  });

  it('refuses a record of a list and a copy, whose version nobody knows', async () => {
    const { shop, tags } = shopOf(json([{ id: 7 }]), json({ id: 7 }, { ETag: '"3"' }));
    const [listed] = await shop.listProblems({ limit: 1 });
    const copy = { ...(await shop.readProblem(7)) };
    for (const ifMatch of [listed, copy]) {
      const change = shop.changeProblem(7, { title: 'Other' }, undefined, { ifMatch });
      await expect(change).rejects.toThrow(new TypeError(NO_VERSION));
    }
    expect(tags).toHaveLength(2);
  });

  it('refuses the answer of a dry run, whose version is not there', async () => {
    const { shop, tags } = shopOf(json({ id: 7 }, { ETag: '"4"' }));
    const tried = await shop.changeProblem(7, { title: 'Other' }, undefined, { dryRun: true });
    const change = shop.changeProblem(7, { title: 'Other' }, undefined, { ifMatch: tried });
    await expect(change).rejects.toThrow(new TypeError(NO_VERSION));
    expect(tags).toHaveLength(1);
  });
});

describe('a part of a path', () => {
  const addressOf = async (call: (shop: any) => Promise<unknown>): Promise<string> => {
    const addresses: string[] = [];
    const fake = (address: string): Promise<Response> => (addresses.push(address), Promise.resolve(new Response()));
    await call(sdk.connect({ url: 'https://shop.example', fetch: fake }));
    return new URL(addresses[0]).pathname;
  };

  it('is one part, whatever its text', async () => {
    expect(await addressOf((shop) => shop.readImage('../users?'))).toBe('/api/images/..%2Fusers%3F');
    expect(await addressOf((shop) => shop.removeTag('problems/38#', 5, 6))).toBe('/api/problems%2F38%23/5/tags/6');
    expect(await addressOf((shop) => shop.readImage('%2e%2e', { size: 100 }))).toBe('/api/images/%252e%252e');
    expect(await addressOf((shop) => shop.readProblem(7))).toBe('/api/problems/7');
  });

  it.each(['', '.', '..'])('is refused where it would lead elsewhere: "%s"', async (part) => {
    const { shop, tags } = shopOf();
    for (const call of [
      () => shop.endSession(part),
      () => shop.replayDelivery(5, part),
      () => shop.readImage(part, { size: 100 }),
    ])
      await expect(call()).rejects.toThrow('A part of the path is empty or consists of dots: /api/');
    expect(tags).toEqual([]);
  });
});

it('options in a wrong place are refused, not dropped', async () => {
  const { shop, tags } = shopOf(json({ id: 7 }), json({ id: 7 }));
  const dryRun = shop.createQuestion({ title: 'A' }, undefined, { dryRun: true });
  await expect(dryRun).rejects.toThrow(
    new TypeError('createQuestion takes 2 arguments: the options are the last of them'),
  );
  const stale = shop.changeQuestionStatus(7, { status: 'open' }, undefined, { ifMatch: '"99"' });
  await expect(stale).rejects.toThrow(TypeError);
  await expect(shop.logout({}, {})).rejects.toThrow(
    new TypeError('logout takes 1 argument: the options are the last of them'),
  );
  expect(tags).toEqual([]);
});

describe('what the SDK cannot talk to', () => {
  it.each(['shop.example', 'localhost:3000', 'ftp://shop.example', 'https://', '/shop'])(
    'is refused at once: %s',
    (url) => expect(() => sdk.connect({ url })).toThrow(TypeError),
  );

  it.each([{ token: 'ecom_a\nb' }, { cookie: 'sid=a\r\nb' }])('is refused at once: %j', (options) => {
    const [name] = Object.keys(options);
    expect(() => sdk.connect({ url: 'https://shop.example', ...options })).toThrow(
      new TypeError(`The ${name} has characters that no header takes, such as a line break`),
    );
  });

  it('takes a token with the line end of its file', () => {
    expect(() => sdk.connect({ url: 'http://localhost:3000', token: 'ecom_a\n' })).not.toThrow();
  });

  it('is a web page where the shop should answer', async () => {
    const page = (): Response => new Response('<h1>Sign in</h1>', { headers: { 'Content-Type': 'text/html' } });
    const { shop } = shopOf(page(), page());
    const error = { name: 'ShopError', status: 200, message: expect.stringContaining('web page') };
    await expect(shop.readProblem(7)).rejects.toMatchObject(error);
    await expect(shop.changes().next()).rejects.toMatchObject(error);
  });
});

it('an ended feed of the SDK hands out no more of its page', async () => {
  const changes = [1, 2, 3].map((recordId) => ({ recordId }));
  const { shop } = shopOf(json({ changes, cursor: 'a' }));
  const end = new AbortController();
  const seen: number[] = [];
  for await (const { recordId } of shop.changes({ signal: end.signal })) {
    seen.push(recordId);
    end.abort();
  }
  expect(seen).toEqual([1]);
});

it.each([
  ['text/html', '<h1>Bad gateway</h1>', '502 Bad Gateway'],
  ['text/plain; charset=utf-8', 'no upstream', 'no upstream'],
  ['application/json', '{"message":"Come back later"}', 'Come back later'],
])('the message of an error in %s is a sentence', async (type, body, message) => {
  const { shop } = shopOf(
    new Response(body, { status: 502, statusText: 'Bad Gateway', headers: { 'Content-Type': type } }),
  );
  await expect(shop.readProblem(7)).rejects.toMatchObject({ status: 502, message });
});
