import { createHmac } from 'node:crypto';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../support/api';
import { startProcess, type AppProcess } from '../support/processes/app-process';
import { cloneDatabase } from '../support/database';
import { buildProduct } from '../support/factories';
import { count, repeat, report } from '../reliability/reliability-config';
import { root } from '../support/paths';

const sdk = join(root, 'openapi/sdk');
const account = { email: 'sdk@shop.example', password: 'secret password' };
const PRODUCTS = count(300, 10_000);

// An integrator's folder: the packed SDK is installed there, as from a file.
let folder: string;
let env: NodeJS.ProcessEnv;
let url: string;
let app: AppProcess;
let api: Api;
let sdkOf: any;

jest.setTimeout(count(90_000, 900_000));

beforeAll(async () => {
  if (!existsSync(join(sdk, 'dist/index.js'))) throw new Error('The SDK is not built: npm run build');
  folder = mkdtempSync(join(tmpdir(), 'sdk-'));
  installPacked();
  sdkOf = await import(join(folder, 'node_modules/@ecom-crm/sdk/dist/cjs/index.js'));
  env = { DATABASE_URL: await cloneDatabase(), LOG_LEVEL: 'error' };
  app = await startProcess({ env });
  await app.ready;
  url = app.url;
  api = new Api(url);
  await api.post('/api/register', account);
});

afterAll(() => {
  app?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function installPacked(): void {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const [{ filename, size, unpackedSize, files }] = JSON.parse(
    execFileSync(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: sdk,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  report(
    'sdk',
    `packed ${(size / 1000).toFixed(1)} kB, unpacked ${(unpackedSize / 1000).toFixed(1)} kB, ${files.length} files`,
  );
  expect(
    files
      .map(({ path }: { path: string }) => path)
      .filter((path: string) => !/^(dist\/.*\.(js|d\.ts|json)|README\.md|package\.json)$/.test(path)),
  ).toEqual([]);
  const target = join(folder, 'node_modules/@ecom-crm/sdk');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
}

/** A shop, signed in. */
async function shop(): Promise<any> {
  const connected = sdkOf.connect({ url });
  await connected.login(account);
  return connected;
}

describe('the SDK', () => {
  it('can be imported, and has no dependencies', () => {
    const program =
      "import { connect, ShopError } from '@ecom-crm/sdk'; console.log(typeof connect, ShopError.prototype instanceof Error);";
    expect(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, encoding: 'utf8' }),
    ).toBe('function true\n');
    expect(
      JSON.parse(readFileSync(join(folder, 'node_modules/@ecom-crm/sdk/package.json'), 'utf8')).dependencies,
    ).toBeUndefined();
  });

  it('has every operation of the document but the stream', async () => {
    const { paths } = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8'));
    const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(Object.keys(sdkOf.connect({ url })).sort()).toEqual(
      [...ids.filter((id) => id !== 'readEvents'), 'changeSetOf', 'changes', 'isPartial', 'pages'].sort(),
    );
  });

  it('throws errors with the fields that break a rule', async () => {
    const error = await (
      await shop()
    )
      .createQuestion({ title: ' ', description: 'Text' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(sdkOf.ShopError);
    expect(error).toMatchObject({
      status: 400,
      message: 'Title is required',
      fields: [{ field: 'title', message: 'Title is required' }],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await expect(sdkOf.connect({ url }).listProducts()).rejects.toMatchObject({
      status: 401,
      message: 'Sign in first',
    });
  });

  it('overwrites nothing that somebody else has changed', async () => {
    const connected = await shop();
    const { id } = await connected.createProblem({ title: 'Title', description: 'Text' });
    const problem = await connected.readProblem(id);
    await connected.changeProblemStatus(id, { status: 'in_progress' }, undefined, { ifMatch: problem });
    const stale = connected.changeProblemStatus(id, { status: 'resolved' }, undefined, { ifMatch: problem });
    await expect(stale).rejects.toMatchObject({ status: 412, current: { id, status: 'in_progress' } });
    await expect(connected.deleteProblem(id, undefined, { ifMatch: {} })).rejects.toThrow('has no version');
    const { current } = await stale.catch((error: unknown) => error);
    const resolved = { status: 'resolved' };
    expect(await connected.changeProblemStatus(id, resolved, undefined, { ifMatch: current })).toMatchObject(resolved);
    expect(await connected.deleteProblem(id)).toBeUndefined();
  });

  it('finds the version of a tag and a view, which are not read alone, in their history', async () => {
    const connected = await shop();
    const tag = await connected.createTag({ name: 'One' });
    const view = await connected.createView({ name: 'One', list: 'question', query: '' });
    for (const [kind, { id }, change] of [
      ['tags', tag, connected.changeTag],
      ['views', view, connected.changeView],
    ]) {
      await change(id, { name: 'Two' });
      const [{ version }] = await connected.readHistory(kind, id, { limit: 1 });
      const changed = await change(id, { name: 'Three' }, { ifMatch: `"${version}"` });
      await change(id, { name: 'Four' }, { ifMatch: changed });
      const stale = change(id, { name: 'Five' }, { ifMatch: changed });
      const { status, current } = await stale.catch((error: unknown) => error);
      expect([status, current.name]).toEqual([412, 'Four']);
      expect(await change(id, { name: 'Five' }, { ifMatch: current })).toMatchObject({ name: 'Five' });
    }
  });

  it('does nothing twice under one key, and has a key of its own for every call without one', async () => {
    const connected = await shop();
    const text = { title: 'Once', description: 'Text' };
    const [first, second] = [
      await connected.createQuestion(text, { idempotencyKey: 'sdk-1' }),
      await connected.createQuestion(text, { idempotencyKey: 'sdk-1' }),
    ];
    expect(second.id).toBe(first.id);
    expect((await connected.createQuestion(text)).id).not.toBe(first.id);
  });

  it('sends a key where the document has one: a balancer repeats requests that carry one', async () => {
    const sent: (string | null)[] = [];
    const fake = (_address: string, { headers }: { headers: Headers }): Promise<Response> => (
      sent.push(headers.get('idempotency-key')),
      Promise.resolve(new Response())
    );
    const connected = sdkOf.connect({ fetch: fake });
    const { paths } = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8'));
    const posts = Object.values<any>(paths).flatMap(({ post }) => post ?? []);
    for (const { operationId } of posts) await connected[operationId]({ files: [] });
    const named = ({ parameters = [] }: any): boolean =>
      parameters.some(({ name }: { name: string }) => name === 'Idempotency-Key');
    expect(posts.filter((_post, index) => sent[index] !== null)).toEqual(posts.filter(named));
    await connected.createToken({ name: 'SDK', days: 1 }, { idempotencyKey: 'sdk-2' });
    expect(sent.at(-1)).toBe('sdk-2');
  });

  it('says who it is by a token or a cookie, and to the shop alone', async () => {
    const sent: [address: string, headers: Record<string, string>][] = [];
    const answer = (): Response =>
      new Response('[]', {
        headers: {
          'Content-Type': 'application/json',
          Link: '<https://elsewhere.example/api/products?cursor=x>; rel="next"',
        },
      });
    const fake = (address: string, { headers }: { headers: Headers }): Promise<Response> => (
      sent.push([address, Object.fromEntries(headers)]),
      Promise.resolve(answer())
    );
    const connected = sdkOf.connect({
      url: 'https://shop.example/',
      token: 'secret',
      cookie: 'sid=abc; theme=dark',
      fetch: fake,
    });
    for await (const _ of connected.pages(connected.listProducts, { limit: 1 })) throw new Error('There is none');
    expect(sent).toEqual([
      ['https://shop.example/api/products?limit=1', { authorization: 'Bearer secret', cookie: 'sid=abc; theme=dark' }],
    ]);
  });

  it('tells what a change would answer', async () => {
    const connected = await shop();
    const tried = await connected.createProblem({ title: 'Tried', description: 'Text' }, undefined, { dryRun: true });
    expect(tried).toMatchObject({ title: 'Tried' });
    await expect(connected.readProblem(tried.id)).rejects.toMatchObject({ status: 404 });
  });

  it('knows what to undo of its own', async () => {
    const connected = await shop();
    const created = await connected.createProblem({ title: 'Undone', description: 'Text' }, undefined, {
      idempotencyKey: 'sdk-undo',
    });
    const repeated = await connected.createProblem({ title: 'Undone', description: 'Text' }, undefined, {
      idempotencyKey: 'sdk-undo',
    });
    expect(connected.changeSetOf(repeated)).toBe(connected.changeSetOf(created));
    await connected.revertChangeSet(connected.changeSetOf(repeated), {});
    await expect(connected.readProblem(created.id)).rejects.toMatchObject({ status: 404 });
  });

  it('signs in with an access token', async () => {
    const { token } = await (await shop()).createToken({ name: 'SDK', days: 1 });
    expect(await sdkOf.connect({ url, token }).listUpdates({ limit: 1 })).toEqual([]);
  });

  it('knows what a webhook has sent by its signature', async () => {
    const [secret, body, now] = ['whsec_secret', '{"changes":"ä"}', 1_795_253_400_000];
    const sign = (seconds: number, text = body): string =>
      `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;
    const genuine = { secret, signature: sign(now / 1000), body, now };
    const isGenuine = (other: object): Promise<boolean> => sdkOf.isGenuine({ ...genuine, ...other });
    expect([await isGenuine({}), await isGenuine({ body: Buffer.from(body) })]).toEqual([true, true]);
    for (const wrong of [
      { secret: 'whsec_other' },
      { body: '{"changes":"b"}' },
      { signature: undefined },
      { signature: null },
      { signature: [sign(now / 1000)] },
      { signature: 'v1=00' },
      { signature: sign(now / 1000, 'other') },
      { now: now + 301_000 },
      { now: undefined },
    ])
      expect([wrong, await isGenuine(wrong)]).toEqual([wrong, false]);
  });

  it('follows from the end of the feed', async () => {
    const connected = await shop();
    await connected.createQuestion({ title: 'Before', description: 'Text' });
    const { cursor, changes } = await connected.readChanges({ after: 'now' });
    const { id } = await connected.createQuestion({ title: 'Since', description: 'Text' });
    const next = await connected.changes({ after: cursor }).next();
    expect([changes, next.value]).toMatchObject([[], { kind: 'question', recordId: id }]);
  });

  it('keeps the end of the feed when the wait for what comes after it breaks', async () => {
    const sent: string[] = [];
    const change = { kind: 'question', cursor: 'b' };
    const answers = [{ changes: [], cursor: 'a' }, null, { changes: [change], cursor: 'b' }];
    const fake = (address: string): Promise<Response> => {
      sent.push(address);
      const answer = answers[sent.length - 1];
      return answer ? Promise.resolve(Response.json(answer)) : Promise.reject(new TypeError('fetch failed'));
    };
    const { value } = await sdkOf.connect({ fetch: fake }).changes({ after: 'now' }).next();
    expect([sent.map((address) => address.split('?')[1]), value]).toEqual([
      ['after=now&wait=0', 'after=a&wait=25', 'after=a&wait=25'],
      change,
    ]);
  });

  it('does not sleep when it is ended between two tries', async () => {
    const end = new AbortController();
    const fake = (): Promise<Response> =>
      Promise.resolve(new Response('away', { status: 503, headers: { 'Retry-After': '5' } }));
    const started = Date.now();
    const feed = sdkOf.connect({ fetch: fake }).changes({ signal: end.signal, onRetry: () => end.abort() });
    expect(await feed.next()).toEqual({ done: true, value: undefined });
    expect(Date.now() - started).toBeLessThan(2500);
  });

  it('gives up the feed for what does not pass by itself, and ends it by a signal', async () => {
    await expect(sdkOf.connect({ url }).changes().next()).rejects.toMatchObject({ status: 401 });
    const connected = await shop();
    const end = new AbortController();
    const next = connected.changes({ after: 'now', signal: end.signal }).next();
    await sleep(200);
    end.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

describe('the sample of the README', () => {
  let sample: ChildProcess;
  let token: string;
  const lines: string[] = [];

  function start(): void {
    sample = spawn(process.execPath, ['sample.js'], {
      cwd: folder,
      env: { PATH: process.env.PATH, SHOP_URL: url, SHOP_TOKEN: token },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let rest = '';
    sample.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() as string;
      lines.push(...parts);
    });
  }
  afterAll(() => sample?.kill('SIGKILL'));

  async function seen(what: string | RegExp): Promise<void> {
    const isSeen = (): boolean => lines.some((line) => (typeof what === 'string' ? line === what : what.test(line)));
    for (const started = Date.now(); !isSeen(); await sleep(50))
      if (Date.now() - started > count(30_000, 600_000))
        throw new Error(`${what} was never printed, but ${lines.slice(-5).join(', ')}`);
  }

  it('compiles in strict mode, with types that find mistakes', () => {
    const [, code] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(sdk, 'README.md'), 'utf8')) as RegExpExecArray;
    writeFileSync(join(folder, 'sample.ts'), code);
    writeFileSync(join(folder, 'mistakes.ts'), MISTAKES);
    writeFileSync(
      join(folder, 'common.cts'),
      "import sdk = require('@ecom-crm/sdk');\nexport const shop: sdk.Shop = sdk.connect();\n",
    );
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const compilerOptions = {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['sample.ts', 'mistakes.ts', 'common.cts'] }),
    );
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: folder, stdio: 'inherit' });
  });

  it('reads every product, and follows the feed across restarts of the shop and of itself', async () => {
    const started = Date.now();
    await repeat(
      PRODUCTS,
      8,
      async (index) => void (await api.post('/api/products', buildProduct({ sku: `SDK-${index}` }))),
    );
    const made = Date.now();
    ({ token } = (await api.post('/api/tokens', { name: 'Sample', days: 1 })).body);
    start();
    await seen(`${PRODUCTS} products`);
    const read = Date.now();
    await seen(`insert question ${await newQuestion()}`);
    await app.stop();
    await seen('away');
    app = await startProcess({ env: { ...env, PORT: new URL(url).port } });
    await app.ready;
    await seen(`insert question ${await newQuestion()}`);
    await cursorKept();
    sample.kill('SIGKILL');
    const missed = `insert question ${await newQuestion()}`;
    start();
    await seen(missed);
    const [inserted, counted] = ['insert ', `${PRODUCTS} products`].map((start) =>
      lines.filter((line) => line.startsWith(start)),
    );
    // Of the products that were read, the feed from its end has none, and the second start reads none again.
    expect([inserted.length, new Set(inserted).size, counted.length]).toEqual([3, 3, 1]);
    expect(lines.filter((line) => line === missed)).toHaveLength(1);
    report(
      'sdk',
      `${PRODUCTS} products made in ${made - started} ms, read by pages in ${read - made} ms; nothing missed and nothing twice across a restart of the shop and one of the program`,
    );
  });

  async function newQuestion(): Promise<number> {
    return (await api.post('/api/customer-questions', { title: 'Title', description: 'Text' })).body.id;
  }

  /** The program writes down what it has seen after it has said so. */
  async function cursorKept(): Promise<void> {
    const [{ cursor }] = (await api.get('/api/changes?order=newest&limit=1')).body.changes;
    while (readFileSync(join(folder, 'cursor.txt'), 'utf8') !== cursor) await sleep(20);
  }
});

const MISTAKES = `
import { connect, isGenuine, type CallOptions, type ProductDto } from '@ecom-crm/sdk';
import type { IncomingHttpHeaders } from 'node:http';
export const genuine = (headers: IncomingHttpHeaders, body: Uint8Array): Promise<boolean> =>
  isGenuine({ secret: '', signature: headers['webhook-signature'], body });
const shop = connect({ url: process.env.SHOP_URL, token: process.env.SHOP_TOKEN });
shop.changes({ after: process.env.CURSOR, signal: undefined });
export const options: CallOptions = { signal: undefined, headers: undefined, ifMatch: undefined, dryRun: undefined };
export const tags = shop.listTags({ signal: undefined });
export async function mistakes(): Promise<void> {
  const product: ProductDto = await shop.readProduct(1);
  // @ts-expect-error an id is a number
  await shop.readProduct('one');
  // @ts-expect-error there is no such field
  product.colour;
  // @ts-expect-error there is no such status
  await shop.changeQuestionStatus(1, { status: 'lost' });
  // @ts-expect-error there is no such parameter
  shop.pages(shop.listProducts, { limit: 1, colour: 'red' });
  // @ts-expect-error the stream of events is not for this
  await shop.readEvents();
}
`;
