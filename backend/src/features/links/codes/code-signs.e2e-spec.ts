import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { buildProduct } from '../../../../test/support/factories';
import { LinkCalls } from '../../../../test/support/link-calls';

let test: TestApp;
let api: Api;
let calls: LinkCalls;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  calls = new LinkCalls(api);
  for (const sku of ['AGM70', 'AGM70+', 'BD280', 'BD280(L)', 'WB24', 'WB24"', 'LMP55', '#+QX12', '+QX12*-='])
    await calls.createProduct({ sku });
});
afterAll(() => test.close());

const linkedSkus = async (id: number): Promise<string[]> =>
  (await calls.linked('/api/problems', id)).map(({ product, state }) => `${product.sku} ${state}`).sort();
const skus = async (title: string): Promise<string[]> =>
  linkedSkus(await calls.create('/api/problems', { title, description: 'A' }));

it.each([
  ['AGM70+ leaks', 'AGM70+'],
  ['Take the agm70+, please', 'AGM70+'],
  ['(AGM70+)', 'AGM70+'],
  ['2xAGM70+', 'AGM70+'],
  ['LMP55/AGM70+', 'AGM70+', 'LMP55'],
  ['AGM70 or AGM70+?', 'AGM70', 'AGM70+'],
  ['BD280(L) squeals', 'BD280(L)'],
  ['It squeals (BD280(L)).', 'BD280(L)'],
  ['It squeals (BD280(L) only)', 'BD280(L)'],
  ['BD280 (the old one)', 'BD280'],
  ['WB24" judders', 'WB24"'],
  ['The "WB24" judders', 'WB24'],
  ['He said "take the WB24".', 'WB24'],
  ['He said "take the WB24", or the "(old) LMP55"', 'LMP55', 'WB24'],
  ['The 20" one and the WB24" judder', 'WB24"'],
  ['"Old", he said of the WB24".', 'WB24"'],
  ['The #+QX12*-= judders', '+QX12*-='],
])('links by %j only the product of exactly that code', async (title, ...linked) =>
  expect(await skus(title)).toEqual(linked.map((sku) => `${sku} linked`)),
);

it.each(['.', ',', '!', '?', ')', '*', '-', '++', '+!', '"'])('links where no code ends with %j', async (sign) =>
  expect(await skus(`LMP55${sign} leaks`)).toEqual(['LMP55 linked']),
);

it.each(['(AGM70)', '"AGM70"', '“AGM70”', '**AGM70**', '#AGM70', 'AGM70?', 'AGM70…', 'AGM70,'])(
  'links by %s, a code among others with signs',
  async (title) => expect(await skus(title)).toEqual(['AGM70 linked']),
);

it('links what was written before, and loses it with its code', async () => {
  const id = await calls.create('/api/problems', { description: 'The KRX90+ leaks.' });
  const become = async (...linked: string[]): Promise<void> => {
    for (const end = Date.now() + 20_000; (await linkedSkus(id)).join() !== linked.join() && Date.now() < end;)
      await sleep(50);
    expect(await linkedSkus(id)).toEqual(linked);
  };
  const product = await calls.createProduct({ sku: 'KRX90+' });
  await become('KRX90+ linked');
  await api.put(`/api/products/${product.id}`, buildProduct({ sku: 'KRX91+' }));
  await become();
  await api.put(`/api/products/${product.id}`, buildProduct({ sku: 'KRX90' }));
  await become('KRX90 linked');
});
