import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../../support/api';
import { count } from '../reliability-config';
import { AttackedApp, seededAttack } from './attacked-app';

const DURATION_MS = count(4000, 20_000);
/** A client that does not wait at all would measure itself. */
const REFUSED_PAUSE_MS = 50;
const PASSWORD = 'secret password';

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;

beforeAll(async () => {
  attacked = await AttackedApp.start();
});
afterAll(() => attacked.stop());

/** Repeats a request on many connections for a while; answers how often each status came. */
async function repeatedly(connections: number, ask: () => Promise<number>): Promise<Record<number, number>> {
  const seen: Record<number, number> = {};
  const end = Date.now() + DURATION_MS;
  const work = async (): Promise<void> => {
    while (Date.now() < end) {
      const status = await ask().catch(() => 0);
      seen[status] = (seen[status] ?? 0) + 1;
      if (status !== 200) await sleep(REFUSED_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return seen;
}

function signInAsNobody({ app }: AttackedApp): Promise<number> {
  return fetch(`${app.url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `nobody${Math.random()}@shop.example`, password: PASSWORD }),
  }).then(async (response) => (await response.arrayBuffer(), response.status));
}

it('strangers who sign in all the time', () => signInAsStrangers(attacked));

seededAttack('known browsers that wait with strangers', 'lets-known-browsers-wait', signInAsStrangers);

async function signInAsStrangers(attacked: AttackedApp): Promise<void> {
  const seen = await attacked.during('sign-ins of strangers', () => repeatedly(150, () => signInAsNobody(attacked)));
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(['401', '429']));
}

it('one user who listens on many connections while others write', async () => {
  const { body } = await attacked.api.get('/api/changes?order=newest&limit=1');
  const colleague = new Api(attacked.app.url);
  await colleague.post('/api/register', { email: 'writer@shop.example', password: PASSWORD });
  let wasRefused = false;
  const poll = async (): Promise<number> => {
    const response = await fetch(`${attacked.app.url}/api/changes?wait=30&after=${body.changes[0].cursor}`, {
      headers: { Cookie: attacked.api.cookie },
    });
    await response.arrayBuffer();
    wasRefused ||= response.status === 429;
    return response.status;
  };
  const seen = await attacked.during('long polls', async () => {
    const polling = repeatedly(count(300, 2000), poll);
    // After the first change a poll is answered at once: on a slow machine there would never be too many at a time.
    for (let look = 0; look < 100 && !wasRefused; look++) await sleep(100);
    await repeatedly(1, async () => {
      await sleep(500);
      return (await colleague.post('/api/updates', { title: 'A title', content: 'A text' })).status;
    });
    return polling;
  });
  expect(Object.keys(seen)).toContain('429');
});

it('one user who opens tabs that do not exist', async () => {
  const open = (): Promise<number> =>
    attacked.api
      .put(`/api/events/${crypto.randomUUID()}/record`, { kind: 'update', recordId: 1 })
      .then(({ status }) => status);
  await attacked.during('made-up tabs', () => repeatedly(20, open));
});

it('connections that are opened and left', async () => {
  const { hostname, port } = new URL(attacked.app.url);
  const sockets: Socket[] = [];
  await attacked.during('idle connections', async () => {
    for (let opened = 0; opened < count(4000, 12_000); opened += 100) {
      for (let index = 0; index < 100; index++)
        sockets.push(connect(Number(port), hostname).on('error', () => undefined));
      await sleep(10);
    }
    await sleep(1000);
  });
  for (const socket of sockets) socket.destroy();
});
