import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Api } from '../../support/api';
import { buildDataUrl, buildProduct } from '../../support/factories';
import { buildManyScans } from '../../support/data/hostile-images';
import { count, report, runsAlone } from '../reliability-config';
import { AttackedApp, MAX_WAIT_MS } from './attacked-app';

const UPLOADS = count(4, 12);
const THUMBNAILS = count(2, 12);
/** What one attack may take: a few images, one after the other, each with its limit of 3 s. */
const MAX_ATTACK_MS = 60_000;
const PHOTO_EVERY_MS = 250;

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;
let colleague: Api;
/** 80,000 scans, and as many as an upload may have. */
let bomb: Buffer;
let large: Buffer;
/** A file with very many scans that was stored when nobody counted them. */
let stored: string;

beforeAll(async () => {
  attacked = await AttackedApp.start();
  colleague = new Api(attacked.app.url);
  await colleague.post('/api/register', { email: 'dora@shop.example', password: 'secret password' });
  bomb = await buildManyScans(80_000);
  large = await buildManyScans(100);
  stored = createHash('sha256').update(bomb).digest('hex');
  await attacked.query("INSERT INTO images (sha256, type, bytes) VALUES ($1, 'image/jpeg', $2)", [stored, bomb]);
});
afterAll(() => attacked.app.stop());

interface Answer {
  status: number;
  ms: number;
  type: string | null;
}

async function send(path: string, body?: FormData, cookie = attacked.api.cookie): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(attacked.app.url + path, {
    method: body ? 'POST' : 'GET',
    body,
    headers: { Cookie: cookie },
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - started, type: response.headers.get('content-type') };
}

function upload(bytes: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
  return send('/api/images', form);
}

/** Attacks while a colleague stores small photos and looks at their thumbnails, again and again. */
async function during<T>(what: string, attack: () => Promise<T>): Promise<T> {
  let isOver = false;
  const waits: number[] = [];
  const work = async (): Promise<void> => {
    while (!isOver) {
      const started = performance.now();
      const product = await colleague.post<any>(
        '/api/products?images=url',
        buildProduct({ images: [await buildDataUrl()] }),
      );
      expect(product.status).toBe(201);
      waits.push(performance.now() - started);
      const picture = await send(`${product.body.images[0]}?size=64`, undefined, colleague.cookie);
      expect(picture).toMatchObject({ status: 200, type: 'image/webp' });
      waits.push(picture.ms);
      await new Promise((resolve) => setTimeout(resolve, PHOTO_EVERY_MS));
    }
  };
  const started = performance.now();
  const working = work();
  working.catch(() => undefined);
  const result = await attacked.during(what, attack).finally(() => (isOver = true));
  const ms = performance.now() - started;
  await working;
  report('attacks', `${what}: ${(ms / 1000).toFixed(1)} s, photos of others ${Math.max(...waits).toFixed(0)} ms`);
  expect(Math.max(...waits)).toBeLessThan(MAX_WAIT_MS);
  expect(ms).toBeLessThan(MAX_ATTACK_MS);
  return result;
}

const many = (attack: () => Promise<Answer>, times = UPLOADS): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, attack));
const thumbnail = (): Promise<Answer> => send(`/api/images/${stored}?size=64`);

it('images of too many scans', async () => {
  const answers = await during('many scans', () => many(() => upload(bomb)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
});

it('the largest images that are taken', async () => {
  const answers = await during('large images', () => many(() => upload(large)));
  expect(answers.filter(({ status }) => ![201, 400].includes(status))).toEqual([]);
});

it('thumbnails of a stored image of too many scans, which is answered whole', async () => {
  const answers = await during('thumbnails', () => many(thumbnail, THUMBNAILS));
  expect(answers.map(({ status, type }) => [status, type])).toEqual(answers.map(() => [200, 'image/jpeg']));
});

it('are stopped with the app, which answers open requests in time', async () => {
  // Requests that are still open after ten seconds are cut: on a busy machine these are.
  const open = many(thumbnail, 2).catch(() => []);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const children = childrenOf(attacked.app.child.pid as number);
  expect(children.length).toBeGreaterThan(0);
  const started = performance.now();
  await attacked.stop();
  report('attacks', `a stop during thumbnails: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (runsAlone) expect((await open).map(({ status }) => status)).toEqual([200, 200]);
  for (const child of children) expect(isRunning(child)).toBe(false);
});

function childrenOf(parent: number): number[] {
  return readdirSync(`/proc/${parent}/task`).flatMap((task) =>
    readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** One that has ended may still be listed, without its command line. */
function isRunning(process: number): boolean {
  return existsSync(`/proc/${process}`) && readFileSync(`/proc/${process}/cmdline`, 'utf8') !== '';
}
