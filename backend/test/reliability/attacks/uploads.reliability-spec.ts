import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { Api } from '../../support/api';
import { buildProduct } from '../../support/factories';
import { count } from '../reliability-config';
import { AttackedApp, MAX_WAIT_MS, seededAttack } from './attacked-app';

const MIB = 1024 * 1024;
const CLIENTS = 40;
const HELD_MS = count(5000, 20_000);

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;
let image: string;

beforeAll(async () => {
  attacked = await AttackedApp.start();
  // Noise does not shrink: 1,250 × 1,250 pixels are 4.7 MB.
  const raw = { width: 1250, height: 1250, channels: 3 as const };
  const png = await sharp(randomBytes(1250 * 1250 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
  image = `data:image/png;base64,${png.toString('base64')}`;
});
afterAll(() => attacked.stop());

/** Sends the beginning of a request on a connection of its own, and reads nothing. */
function begin({ app, api }: AttackedApp, head: string, body: Buffer = Buffer.alloc(0)): Socket {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.write(`${head}\r\nHost: ${host}\r\nCookie: ${api.cookie}\r\n\r\n`);
  socket.write(body);
  return socket.pause();
}

it('uploads that are never finished', () => leaveUploads(attacked));

seededAttack('bodies without a budget', 'runs-all-at-once', leaveUploads);

async function leaveUploads(attacked: AttackedApp): Promise<void> {
  const body = Buffer.alloc(30 * MIB, 'A');
  body.write('{"images":["data:image/png;base64,');
  const colleague = new Api(attacked.app.url);
  await colleague.post('/api/register', { email: 'uploader@shop.example', password: 'secret password' });
  await attacked.during('unfinished uploads', async () => {
    const head = `POST /api/products HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${40 * MIB}`;
    const sockets = Array.from({ length: CLIENTS }, () => begin(attacked, head, body));
    await sleep(HELD_MS);
    const started = performance.now();
    const headers = { 'Idempotency-Key': 'upload' };
    const answer = await colleague.post('/api/products?images=url', buildProduct({ images: [image] }), { headers });
    expect(answer.status).toBe(201);
    expect(performance.now() - started).toBeLessThan(MAX_WAIT_MS);
    for (const socket of sockets) socket.destroy();
  });
}

it('clients that ask for large records and read nothing', async () => {
  const images = Array.from({ length: 4 }, () => image);
  const { body, status } = await attacked.api.post('/api/products?images=url', buildProduct({ images }));
  expect(status).toBe(201);
  await attacked.during('stalled readers', async () => {
    const sockets = Array.from({ length: CLIENTS }, () => begin(attacked, `GET /api/products/${body.id} HTTP/1.1`));
    await sleep(HELD_MS);
    expect((await attacked.api.get(`/api/products/${body.id}`)).body.images).toEqual(images);
    for (const socket of sockets) socket.destroy();
  });
});
