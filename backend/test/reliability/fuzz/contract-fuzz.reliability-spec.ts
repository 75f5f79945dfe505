import fc, { type Arbitrary } from 'fast-check';
import { BadRequestException, HttpException } from '@nestjs/common';
import { writeCursor as changeCursor } from '../../../src/changes/change.dto';
import { InputPipe } from '../../../src/http/input.pipe';
import { writeCursor } from '../../../src/lists/list-query.dto';
import { writeCursor as writeRecordCursor } from '../../../src/features/links/record-cursor';
import { ProductsService } from '../../../src/features/products/products.service';
import type { Api } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { document } from '../../support/contract';
import { buildDataUrl, buildProduct } from '../../support/factories';
import { count, newSeed, report, seededFault } from '../reliability-config';
import { documentedRecordTypes } from '../../support/data/documented-records';
import { anyRequest, operations, type Plan } from './requests';
import { asCurl, expectGood, hangUp, send, type WireAnswer, type WireRequest } from './wire';

const AT_ONCE = 8;
const LEAVER = { email: 'leaver@shop.example', password: 'secret password' };
const text = { title: 'Title', description: 'Text' };

let test: TestApp;
let api: Api;
/** Whose sessions are ended again and again. */
let leaver: Api;
let plans: Arbitrary<Plan>;
/** The parameters of paths that name something that is there, by the start of the path. */
let there: Record<string, string[]>;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  leaver = test.api();
  await leaver.post('/api/register', LEAVER);
  // Its image stays, whatever is done to the others.
  const { body } = await api.post('/api/problems?images=url', {
    title: text.title,
    description: text.description,
    images: [await buildDataUrl({ seed: 1 })],
  });
  plans = anyRequest({
    images: [
      body.images[0],
      await buildDataUrl({ seed: 1 }),
      await buildDataUrl({ seed: 2, format: 'jpeg' }),
      'HTTPS://shop.example/a%20b.jpg?c=d#e',
    ],
  });
  there = {
    '/api/images': [body.images[0].split('/').pop()],
    '/api/events': ['00000000-0000-4000-8000-000000000001'],
    '/api/change-sets': [],
    '/api/{kind}': [],
    '/api/tokens': ['1'],
    '/api/sessions': ['1'],
    '/api/users': ['2147483647'],
    '/api/product-import-profiles': ['1'],
    '/api/webhooks': ['1'],
  };
  const { body: brought } = await api.post('/api/product-imports', undefined, {
    raw: 'SKU,Name\nA,B',
    headers: { 'Content-Type': 'text/csv' },
  });
  there['/api/product-imports'] = [String(brought.id)];
  there['/api/tags'] = [];
  there['/api/views'] = [];
  for (let index = 0; index < 5; index++) {
    await seed('/api/tags', { name: `Tag ${index}`, color: 'red' });
    await seed('/api/views', { name: `View ${index}`, list: 'queue', query: '' });
  }
  for (const { path, kind, example } of documentedRecordTypes) {
    there[path] = [];
    for (let index = 0; index < 5; index++) await seed(path, kind === 'product' ? buildProduct() : example);
  }
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  hangUp();
  await test.close();
});

async function seed(path: string, body: unknown): Promise<void> {
  const answer = await api.post(path, body);
  there[path].push(String(answer.body.id));
  there['/api/change-sets'].push(answer.headers.get('x-request-id') ?? '');
}

/** Records that come into being are named by later requests. */
function remember({ id, path, query }: Plan, { status, headers, text }: WireAnswer): void {
  if (
    status !== 201 ||
    !id.startsWith('create') ||
    query.some(([name, value]) => name === 'dryRun' && value === 'true')
  )
    return;
  there['/api/change-sets'].push(String(headers['x-request-id']));
  if (!path.includes('{')) there[path]?.push(String((JSON.parse(text) as { id: number }).id));
}

function toWire({ id, method, path, inPath, query, headers, body, raw, signedIn }: Plan): WireRequest {
  const [template, oddQuery] = path.split(/\?(.*)/s);
  const known = there[template.split('/').slice(0, 3).join('/')] ?? [];
  const value = (name: string): string => {
    const given = inPath[name] ?? 7;
    if (typeof given === 'string') return encodeURIComponent(given);
    if (name === 'kind') return ['products', 'problems', 'customer-questions', 'updates', 'product'][given % 5];
    return template.includes('{kind}') ? String((given % 9) + 1) : known[known.length - 1 - (given % known.length)];
  };
  const asked = Object.fromEntries(query);
  const pairs = query.map(
    ([name, given]) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(typeof given === 'string' ? given : cursorFor(template, name, given, asked))}`,
  );
  const search = [...pairs, ...(oddQuery === undefined ? [] : [oddQuery])].join('&');
  const payload = raw ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
  return {
    method,
    path: template.replace(/\{(\w+)\}/g, (_match, name: string) => value(name)) + (search ? `?${search}` : ''),
    headers: {
      ...(payload ? { 'Content-Type': 'application/json' } : {}),
      ...(signedIn ? { Cookie: (id === 'logoutEverywhere' ? leaver : api).cookie } : {}),
      ...headers,
    },
    body: payload,
  };
}

function cursorFor(
  path: string,
  name: string,
  number: number,
  { sort = 'waiting', kind = 'problem', q, createdFrom, createdTo }: Record<string, unknown>,
): string {
  // At the start the log has as many entries: a cursor beyond them is of another database.
  if (name === 'after') return changeCursor(number % 30);
  if (path === '/api/products/{id}/records')
    return writeRecordCursor({ createdAt: '2026-11-21T09:30:00.000000Z', kind: 'question', id: number + 1 });
  if (path === '/api/queue')
    return writeCursor({ id: number + 1, $key: `${String(sort)}.${String(kind)}.1763717400000000` });
  // In the order of time there are microseconds since 1970, by relevance the rank, and by a text that.
  const isByTime = path === '/api/activity' || createdFrom !== undefined || createdTo !== undefined;
  const isRanked = typeof q === 'string' && q.trim() !== '';
  const keys: Record<string, string | undefined> = {
    relevance: isRanked ? String((number % 1000) + 1) : undefined,
    name: 'brake',
    sku: 'brk',
  };
  return writeCursor({ id: number + 1, $key: keys[String(sort)] ?? (isByTime ? `${Date.now()}000` : undefined) });
}

interface Seen {
  requests: number;
  statuses: Map<string, number>;
  by: Record<string, number>;
  succeeded: number;
}

/** Sends that many requests; at the first one that goes wrong it fails with the smallest like it, as one line for a shell. */
async function fuzz(requests: number, seedOfRun: number, take: (plan: Plan) => boolean = () => true): Promise<Seen> {
  const seen: Seen = { requests: 0, statuses: new Map(), by: { accepted: 0, refused: 0, anything: 0 }, succeeded: 0 };
  let failed = false;
  const worker = async (index: number): Promise<void> => {
    let line = '';
    const property = fc.asyncProperty(plans.filter(take), async (plan) => {
      if (plan.id === 'logoutEverywhere') await leaver.post('/api/login', LEAVER);
      const request = toWire(plan);
      try {
        const answer = await send(test.url, request);
        expectGood(plan, request, answer);
        remember(plan, answer);
        seen.requests++;
        seen.by[plan.expected]++;
        if (plan.expected === 'accepted' && answer.status < 400) seen.succeeded++;
        const key = `${plan.id} ${answer.status}`;
        if (request.method === plan.method) seen.statuses.set(key, (seen.statuses.get(key) ?? 0) + 1);
      } catch (error) {
        failed = true;
        line = asCurl(test.url, request);
        throw error;
      }
    });
    for (let done = 0; done < requests / AT_ONCE && !failed; done += 250) {
      const run = await fc.check(property, {
        numRuns: Math.min(250, Math.ceil(requests / AT_ONCE) - done),
        seed: seedOfRun + index + done * AT_ONCE,
      });
      if (run.failed) throw new Error(`seed ${seedOfRun}: ${(run.errorInstance as Error).message}\n${line}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)));
  return seen;
}

it('answers whatever is sent as the document says', async () => {
  const seedOfRun = newSeed();
  const seen = await fuzz(count(10_000, 100_000), seedOfRun);
  const documented = operations.flatMap(({ id, method, path }) =>
    Object.keys(document.paths[path][method.toLowerCase()].responses).map((status) => `${id} ${status}`),
  );
  const unseen = documented.filter((pair) => !seen.statuses.has(pair));
  report(
    'G1',
    `seed ${seedOfRun}: ${seen.requests} requests, no 5xx, every answer as documented; ${seen.by.accepted} valid inputs all accepted (${seen.succeeded} succeeded), ${seen.by.refused} broken ones all refused, ${seen.by.anything} odd; ${documented.length - unseen.length} of ${documented.length} documented statuses met`,
  );
  // What needs an outage, a huge body or a picture that was asked for before is provoked in statuses.reliability-spec.ts.
  expect(operations.filter(({ id }) => ![...seen.statuses.keys()].some((key) => key.startsWith(`${id} `)))).toEqual([]);
}, 900_000);

describe('seeded faults', () => {
  seededFault('G1', 'an answer that is not documented', async () => {
    jest.spyOn(ProductsService.prototype, 'create').mockRejectedValue(new HttpException('I am a teapot', 418));
    await expect(fuzz(4000, 1, ({ id }) => id === 'createProduct')).rejects.toThrow(
      /createProduct 418 is not in openapi.json\ncurl -i .*-X POST/,
    );
  });

  seededFault('G1', 'input that is not looked at', async () => {
    jest.spyOn(InputPipe.prototype, 'transform').mockImplementation((value) => Promise.resolve(value));
    await expect(fuzz(4000, 1, ({ id }) => id === 'createUpdate')).rejects.toThrow(
      /(is not refused|answered 500|not as openapi).*\ncurl -i/s,
    );
  });

  seededFault('G1', 'an error that tells what is inside', async () => {
    jest
      .spyOn(ProductsService.prototype, 'create')
      .mockRejectedValue(
        new BadRequestException('duplicate key value violates unique constraint of relation "products"'),
      );
    await expect(fuzz(4000, 1, ({ id }) => id === 'createProduct')).rejects.toThrow(/tells too much.*\ncurl -i/s);
  });
});
