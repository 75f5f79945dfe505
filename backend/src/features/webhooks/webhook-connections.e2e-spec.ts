import { createServer, type RequestListener } from 'node:http';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { until, webhookCalls } from '../../../test/support/calls/webhook-calls';
import { WebhookSender } from './webhook-sender';

let test: TestApp;
let api: Api;
const { listen, removeAll, addUpdate, log } = webhookCalls(() => api);

beforeAll(async () => {
  test = await startApp({ WEBHOOK_TARGETS: 'any' });
  api = await test.signedIn();
});
afterEach(removeAll);
afterAll(() => test.close());

describe('a webhook', () => {
  it('follows no redirect, and reads no endless answer', async () => {
    let followed = false;
    const elsewhere = await listen(createServer((_request, response) => response.end(String((followed = true)))));
    const moved = await api.post('/api/webhooks', {
      url: await listen(createServer((_request, response) => response.writeHead(307, { Location: elsewhere }).end())),
    });
    let sent = 0;
    const endless = await api.post('/api/webhooks', {
      url: await listen(
        createServer((_request, response) => {
          const more = (): void => {
            while (!response.destroyed && response.write('x'.repeat(16_384))) sent++;
          };
          response.on('drain', more);
          more();
        }),
      ),
    });
    await addUpdate('to both of them');
    await until(async () => (await log(moved.body.id))[0]?.attempts > 0);
    expect((await log(moved.body.id))[0]).toMatchObject({ status: 307, error: 'It answered 307', isDelivered: false });
    await until(async () => (await log(endless.body.id))[0]?.isDelivered);
    expect(sent).toBeLessThan(1000);
    expect(followed).toBe(false);
  });

  it.each<[string, RequestListener]>([
    ['an answer that does not come', () => undefined],
    ['an answer that does not end', (_request, response) => void response.writeHead(200).write('x')],
  ])('waits no longer than it must for %s', async (_what, listener) => {
    const poster = new WebhookSender('any', 100);
    const parcel = { url: await listen(createServer(listener)), secret: 'whsec_', id: '1', body: '{}' };
    expect(await poster.post(parcel, new AbortController().signal)).toEqual({
      status: null,
      error: 'It took longer than 10 seconds',
    });
  });

  it('fails where the receiver wants another protocol', async () => {
    const server = createServer().on('connection', (socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      ),
    );
    const parcel = { url: await listen(server), secret: 'whsec_', id: '1', body: '{}' };
    const outcome = new WebhookSender('any', 1000).post(parcel, new AbortController().signal);
    expect(await outcome).toEqual({ status: 101, error: 'It answered 101' });
  });

  it('is sent over TLS however its address spells https', async () => {
    let first: number | undefined;
    const server = createServer();
    server.on('connection', (socket) => socket.prependOnceListener('data', (bytes: Buffer) => (first = bytes[0])));
    const url = (await listen(server)).replace('http:', ' HTTPS:');
    const poster = new WebhookSender('any');
    await poster.post({ url, secret: 'whsec_', id: '1', body: '{}' }, new AbortController().signal);
    // What a handshake begins with.
    expect(first).toBe(0x16);
  });
});
