import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../../support/api';
import { cloneDatabase } from '../../support/database';
import { EventStream } from '../../support/event-stream';
import { ServerProcess } from '../../support/processes/server-process';
import { report } from '../reliability-config';

const WITHIN_MS = 5000;
const STREAMS = 3;
const account = { email: 'leaver@shop.example', password: 'secret password' };

let processes: [ServerProcess, ServerProcess];
let colleague: Api;
let leaver: Api;
let id: number;

beforeAll(async () => {
  const database = await cloneDatabase();
  processes = [await ServerProcess.start(database), await ServerProcess.start(database)];
  colleague = processes[0].api();
  await colleague.post('/api/register', { email: 'stays@shop.example', password: account.password });
  leaver = processes[0].api();
  ({ id } = (await leaver.post<{ id: number }>('/api/register', account)).body);
}, 60_000);
afterAll(() => Promise.all(processes.map((one) => one.kill())));

const statusOf = async (client: Api): Promise<number> => (await client.get('/api/user')).status;

it('gate deactivation: all that acts for a person ends within 5 seconds in another process', async () => {
  const { token } = (await leaver.post<{ token: string }>('/api/tokens', { name: 'Sync', days: 1 })).body;
  const [, other] = processes;
  const session = other.api();
  await session.post('/api/login', account);
  // Each has been used there: what a process remembers of them has to go as well.
  const clients = [
    session,
    Object.assign(other.api(), { cookie: leaver.cookie }),
    Object.assign(other.api(), { token }),
  ];
  expect(await Promise.all(clients.map(statusOf))).toEqual([200, 200, 200]);
  const streams = Array.from({ length: STREAMS }, () => EventStream.open(session));
  const staying = EventStream.open(Object.assign(other.api(), { cookie: colleague.cookie }));
  for (const stream of [...streams, staying]) await stream.until(() => stream.of('ready').length > 0);

  const start = Date.now();
  expect((await colleague.post(`/api/users/${id}/deactivate`)).status).toBe(200);
  const ended = Promise.all(streams.map((stream) => stream.ended.then(() => Date.now() - start)));
  const slowest = Math.max(...(await Promise.race([ended, sleep(WITHIN_MS).then(() => [Infinity])])));
  expect(slowest).toBeLessThan(WITHIN_MS);
  expect(await Promise.all(clients.map(statusOf))).toEqual([401, 401, 401]);
  expect((await other.api().post('/api/login', account)).status).toBe(401);
  expect(Date.now() - start).toBeLessThan(WITHIN_MS);

  // A colleague's stream goes on, and tells what comes.
  await colleague.post('/api/updates', { title: 'News', content: 'Text' });
  await staying.until(() => staying.of('change').length > 0);
  staying.close();
  report('deactivation', `${STREAMS} streams, 2 sessions and a token in another process ended within ${slowest} ms`);
});
