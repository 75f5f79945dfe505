import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../support/paths';

// The SDK from its source.
let sdk: any;
beforeAll(async () => (sdk = await import(join(root, 'openapi/sdk/src/index.ts'))));

describe('what the SDK cannot talk to', () => {
  it.each(['shop.example', 'localhost:3000', 'ftp://shop.example', 'https://', '/shop', '', ' ', undefined])(
    'is refused at once: %s',
    (url) => expect(() => sdk.connect({ url })).toThrow(/^The url must begin with https:\/\/ or http:\/\/: /),
  );

  it('is refused at once: no url, unless the page or a fetch of your own has one', () => {
    expect(() => sdk.connect()).toThrow(new TypeError('The url must begin with https:// or http://: there is none'));
    expect(() => sdk.connect({ fetch })).not.toThrow();
    const page = { href: 'https://shop.example/page' };
    try {
      Object.assign(globalThis, { location: page });
      for (const url of [undefined, '', '/shop']) expect(() => sdk.connect({ url })).not.toThrow();
    } finally {
      delete (globalThis as { location?: unknown }).location;
    }
  });

  it.each([
    'https://anna:secret@shop.example',
    'https://:secret@shop.example',
    'anna:secret@shop.example',
    'ftp://anna:sec@secret@shop.example',
    'https://anna:sec/secret@shop.example',
    'https://anna:sec#secret@shop.example',
  ])('is refused without telling the password: %s', (url) => {
    let message = '';
    try {
      sdk.connect({ url });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/^TypeError: The url must/);
    expect(message).not.toMatch(/sec/);
  });

  it.each(['https://shop.example/?', 'https://shop.example/#top'])('is refused at once: %s', (url) => {
    expect(() => sdk.connect({ url })).toThrow(new TypeError('The url must have no ? and no #'));
  });

  it.each([{ token: 'ecom_a\nb' }, { cookie: 'sid=a\r\nb' }])('is refused at once: %j', (options) => {
    const [name] = Object.keys(options);
    expect(() => sdk.connect({ url: 'https://shop.example', ...options })).toThrow(
      new TypeError(`The ${name} has characters that no header takes, such as a line break`),
    );
  });

  it.each(['ecom_a\n', '\ufeffecom_a\r\n', 'ecom_a\u2028', 'ecom_a\ufeff'])(
    'takes a text as its file has it: %j',
    async (text) => {
      const sent: unknown[] = [];
      const fake = (address: string, { headers }: { headers: Headers }): Promise<Response> => (
        sent.push(address, headers.get('authorization'), headers.get('cookie')),
        Promise.resolve(new Response())
      );
      const cookie = text.replace('ecom_', 'sid=');
      const url = text.replace('ecom_a', 'http://localhost:3000/');
      await sdk.connect({ url, token: text, cookie, fetch: fake }).readProblem(7);
      expect(sent).toEqual(['http://localhost:3000/api/problems/7', 'Bearer ecom_a', 'sid=a']);
    },
  );

  it('is a web page where the shop should answer', async () => {
    const page = (): Response => new Response('<h1>Sign in</h1>', { headers: { 'Content-Type': 'text/html' } });
    const shop = sdk.connect({ url: 'https://shop.example', fetch: () => Promise.resolve(page()) });
    const error = { name: 'ShopError', status: 200, message: expect.stringContaining('web page') };
    await expect(shop.readProblem(7)).rejects.toMatchObject(error);
    await expect(shop.changes().next()).rejects.toMatchObject(error);
  });
});

describe('a redirect', () => {
  let server: Server;
  let url: string;
  let status: number;
  const seen: string[] = [];
  beforeAll(async () => {
    server = createServer(({ method, url: path = '' }, response) => {
      seen.push(`${method} ${path}`);
      const isMoved = !path.startsWith('/new');
      response.writeHead(isMoved ? status : 200, {
        'Content-Type': 'application/json',
        ...(isMoved && { Location: `/new${path}?state=secret` }),
      });
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  beforeEach(() => void seen.splice(0));

  it.each([301, 302, 303, 307, 308])('is an error that says where it leads, and no success: %s', async (code) => {
    status = code;
    await expect(sdk.connect({ url }).createTag({ name: 'New' })).rejects.toMatchObject({
      name: 'ShopError',
      status,
      message: 'The url is redirected to /new/api/tags: connect with the url at which the shop answers itself',
    });
    expect(seen).toEqual(['POST /api/tags']);
  });

  it('is no shop that is away', async () => {
    status = 302;
    await expect(sdk.connect({ url }).changes({ after: 'a' }).next()).rejects.toMatchObject({ status });
  });

  it('can be followed by who asks for it', async () => {
    status = 308;
    expect(await sdk.connect({ url }).createTag({ name: 'New' }, { redirect: 'follow' })).toEqual({});
    expect(seen).toEqual(['POST /api/tags', 'POST /new/api/tags?state=secret']);
  });

  it('is one in a browser, too, which does not say where it leads', async () => {
    const opaque = { type: 'opaqueredirect', status: 0, statusText: '', ok: false, headers: new Headers() };
    const shop = sdk.connect({ url, fetch: () => Promise.resolve(opaque) });
    const message = 'The url is redirected: connect with the url at which the shop answers itself';
    await expect(shop.createTag({ name: 'New' })).rejects.toMatchObject({ name: 'ShopError', status: 0, message });
  });
});
