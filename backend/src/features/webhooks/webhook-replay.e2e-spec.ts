import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { inside } from '../../../test/support/processes/app-cluster';
import { ChangeNotifier } from '../../records/change-notifier';
import type { DeliveryDto } from './delivery.dto';

let test: TestApp;
let api: Api;
let server: Server;
let id: number;
/** What the receiver answers. */
let status = 204;

beforeAll(async () => {
  test = await startApp({ WEBHOOK_TARGETS: 'any' });
  api = await test.signedIn();
  server = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(status, { Connection: 'close' }).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`;
  id = (await api.post('/api/webhooks', { url })).body.id;
});
afterAll(async () => {
  await test.close();
  server.close();
});

/** The newest delivery that is as it should be, once there is one. */
async function until(isSo: (delivery: DeliveryDto) => boolean): Promise<DeliveryDto> {
  for (const end = Date.now() + 10_000; ; await sleep(10)) {
    const { body } = await api.get<DeliveryDto[]>(`/api/webhooks/${id}/deliveries`);
    const found = body.find(isSo);
    if (found) return found;
    if (Date.now() > end) throw new Error(`There are ${JSON.stringify(body)}`);
  }
}

const addUpdate = (): Promise<object> => api.post('/api/updates', { title: 'Title', content: 'Text' });
const failingSince = async (): Promise<string | null> => (await api.get('/api/webhooks')).body[0].failingSince;
const send = async ({ id: delivery }: DeliveryDto): Promise<DeliveryDto> =>
  (await api.post<DeliveryDto>(`/api/webhooks/${id}/deliveries/${delivery}/replay`)).body;

it('says nothing of the feed by what came of a replay, and gives one up after ten tries', async () => {
  await addUpdate();
  const delivered = await until(({ isDelivered }) => isDelivered);
  status = 500;
  const replay = await send(delivered);
  expect((await until(({ isReplay, attempts }) => isReplay && attempts === 1)).nextAt).not.toBeNull();
  await test.source.query('UPDATE webhook_deliveries SET attempts = 9 WHERE id = $1', [replay.id]);
  await send(replay);
  expect(await until(({ attempts }) => attempts === 10)).toMatchObject({
    id: replay.id,
    isDelivered: false,
    error: 'It answered 500',
    nextAt: null,
  });
  expect(await failingSince()).toBeNull();

  await addUpdate();
  const failed = await until(({ isReplay, error }) => !isReplay && error !== null);
  const since = await failingSince();
  expect(since).not.toBeNull();
  await test.source.query('UPDATE webhook_deliveries SET attempts = 50 WHERE id = $1', [failed.id]);
  status = 204;
  await send(delivered);
  await until(({ isReplay, isDelivered }) => isReplay && isDelivered);
  expect(await failingSince()).toBe(since);
  status = 500;
  await send(failed);
  expect((await until(({ attempts }) => attempts === 51)).nextAt).not.toBeNull();
  status = 204;
  await send(failed);
  for (const end = Date.now() + 10_000; (await failingSince()) && Date.now() < end;) await sleep(10);
  expect(await failingSince()).toBeNull();
});

inside('says that a delivery is gone where a change of the webhook drops it', async () => {
  status = 500;
  await addUpdate();
  const waiting = await until(({ isDelivered, isReplay }) => !isDelivered && !isReplay);
  const broadcast = jest.spyOn(test.app.get(ChangeNotifier), 'broadcast');
  broadcast.mockImplementationOnce(async () => {
    await test.source.query('DELETE FROM webhook_deliveries WHERE id = $1', [waiting.id]);
  });
  const answer = await api.post(`/api/webhooks/${id}/deliveries/${waiting.id}/replay`);
  broadcast.mockRestore();
  expect([answer.status, answer.body.message]).toEqual([404, 'Delivery not found']);
});

it('says that a delivery is gone where the webhook is deleted', async () => {
  const { id: delivery } = await until(({ isDelivered }) => isDelivered);
  let replay: Promise<number> | undefined;
  await test.source.transaction(async (manager) => {
    await manager.query('SELECT FROM webhooks WHERE id = $1 FOR UPDATE', [id]);
    replay = api.post(`/api/webhooks/${id}/deliveries/${delivery}/replay`).then((answer) => answer.status);
    await Promise.race([replay, sleep(500)]);
    await manager.query('DELETE FROM webhooks WHERE id = $1', [id]);
  });
  expect(await replay).toBe(404);
});
