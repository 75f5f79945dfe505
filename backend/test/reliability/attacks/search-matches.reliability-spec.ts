import { setTimeout as sleep } from 'node:timers/promises';
import { count } from '../reliability-config';
import { AttackedApp, seededAttack } from './attacked-app';

const QUESTIONS = 80;
const NUMBERS = 20;
const SEARCHES = count(4, 20);

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;

beforeAll(async () => {
  attacked = await AttackedApp.start();
});
afterAll(() => attacked.stop());

it('searches that match thousands of times in each text', () => search(attacked));

it.each([
  ['a long word', '120033', `a${'-'.repeat(19_900)}b`],
  ['many short numbers', '120044', Array.from({ length: 3900 }, (_, index) => 1000 + index).join(' ')],
])('texts with %s before a number that becomes the code of a product', async (what, sku, start) => {
  const description = `${start} with ${sku} with ${sku}`;
  const { api } = attacked;
  await attacked.during(`${what} before a code`, async () => {
    for (let index = 0; index < NUMBERS; index++)
      expect((await api.post('/api/customer-questions', { title: `y ${index}`, description })).status).toBe(201);
    const product = { name: 'Disc', sku, images: ['https://shop.example/disc.jpg'] };
    const { body } = await api.post<{ id: number }>('/api/products', product);
    const path = `/api/products/${body.id}/records?limit=${NUMBERS}`;
    const linked = async (): Promise<number> => (await api.get<{ items: unknown[] }>(path)).body.items.length;
    for (const end = Date.now() + 60_000; Date.now() < end && (await linked()) < NUMBERS;) await sleep(100);
    expect(await linked()).toBe(NUMBERS);
  });
});

seededAttack('matches that take long', 'marks-slowly', search);

async function search(attacked: AttackedApp): Promise<void> {
  await attacked.during('texts of one long word', async () => {
    for (let index = 0; index < QUESTIONS; index++) expect((await post(attacked, index)).status).toBe(201);
  });
  await attacked.during('searches of ß', async () => {
    for (let index = 0; index < SEARCHES; index++)
      for (const q of ['s', 'ß', 'xs'])
        expect((await attacked.api.get(`/api/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
  });
}

function post({ api }: AttackedApp, index: number): Promise<{ status: number }> {
  const description = `x${'ß'.repeat(19_990)}`;
  return api.post('/api/customer-questions', { title: `x ${index}`, description });
}
