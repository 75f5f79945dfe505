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
const NO_VERSION =
  'This object has no version: read the record alone, or give a version with its quotes, such as "3". ' +
  'A tag or a view has one where a write has answered it, in `current` of a 412, and in its history.';

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

it.each<[string, () => ConstructorParameters<typeof Headers>[0]]>([
  ['another spelling', () => ({ 'content-type': 'application/json; charset=utf-8' })],
  ['Headers', () => new Headers({ 'Content-Type': 'application/json; charset=utf-8' })],
  ['a list', () => [['CONTENT-TYPE', 'application/json; charset=utf-8']]],
])('a header of the caller goes before that of the operation, as %s', async (_name, headers) => {
  const sent: (string | null)[] = [];
  const fake = (_address: string, init: { headers: Headers }): Promise<Response> => (
    sent.push(init.headers.get('content-type')),
    Promise.resolve(json({ id: 7 }))
  );
  const shop = sdk.connect({ url: 'https://shop.example', fetch: fake });
  for (const own of [headers(), undefined]) await shop.createTag({ name: 'New' }, { headers: own });
  await shop.createTag({ name: 'New' });
  expect(sent).toEqual(['application/json; charset=utf-8', 'application/json', 'application/json']);
});

describe('what an answer says of itself', () => {
  it('is the change set of a write, for a repeat that of the first one', async () => {
    const [first, second] = [{ 'X-Request-Id': 'first' }, { 'X-Request-Id': 'second' }];
    const { shop } = shopOf(
      json({ id: 7 }, first),
      json({ id: 7 }, { ...second, 'X-Original-Request-Id': 'first' }),
      json({ id: 7 }, second),
      json({ id: 7 }, second),
    );
    const created = await shop.createTag({ name: 'New' });
    const repeated = await shop.createTag({ name: 'New' });
    const tried = await shop.createTag({ name: 'New' }, { dryRun: true });
    const read = await shop.readProblem(7);
    expect([created, repeated, tried, read].map(shop.changeSetOf)).toEqual(['first', 'first', undefined, undefined]);
  });

  it('is whether a list is partial', async () => {
    const { shop } = shopOf(json([{ id: 7 }], { 'X-Matches': 'partial' }), json([{ id: 7 }]));
    const partial = await shop.listProblems({ q: 'a', sort: 'relevance' });
    const full = await shop.listProblems({ q: 'a', sort: 'relevance' });
    expect([shop.isPartial(partial), shop.isPartial(full), shop.isPartial([])]).toEqual([true, false, false]);
  });
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

it('what an error says in another form is left out', async () => {
  const body = { message: { de: 'Nein' }, errors: 'none', conflicts: {}, current: 'gone' };
  const { shop } = shopOf(Response.json(body, { status: 409, statusText: 'Conflict' }));
  const error = await shop.readProblem(7).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: '409 Conflict', fields: [], conflicts: [], current: undefined });
});
