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
});
afterAll(() => test.close());

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await isSo()); await sleep(50))
    if (Date.now() > end) throw new Error('It has not come to pass within 20 s');
}

/** Waits until a listener has heard of all changes of these kinds. */
function hearing(listener: string, ...kinds: string[]): Promise<void> {
  const heard =
    'SELECT FROM change_listeners WHERE name = $1 AND position >= (SELECT max(id) FROM changes WHERE kind = ANY($2))';
  return waitFor(async () => (await test.source.query<object[]>(heard, [listener, kinds])).length === 1);
}

const revert = (answer: { headers: Headers }): Promise<{ headers: Headers }> =>
  api.post(`/api/change-sets/${answer.headers.get('X-Request-Id')}/revert`, {});

describe.each(['/api/customer-questions', '/api/problems'])('a code in a text, %s', (path) => {
  let product: { id: number; sku: string };
  let count = 0;
  beforeEach(async () => {
    product = await calls.createProduct({
      sku: `LNK-${path.length}-${++count}`,
      ean: `40066333700${path.length}${count}`,
    });
  });
  const skus = async (id: number): Promise<string[]> => (await calls.linked(path, id)).map((one) => one.product.sku);

  it('links the product in the change set of the create, and goes with its undo', async () => {
    const created = await api.post<{ id: number }>(path, {
      title: `Does ${product.sku.toLowerCase()} fit?`,
      description: 'A',
    });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(await calls.linked(path, id)).toMatchObject([
      { product: { id: product.id }, source: 'code', state: 'linked' },
    ]);
    const entries = await test.source.query<{ change_set: string; kind: string; subject_id: number }[]>(
      "SELECT change_set, kind, subject_id FROM changes WHERE kind = 'product-link' ORDER BY id DESC LIMIT 1",
    );
    expect(entries).toEqual([
      { change_set: created.headers.get('X-Request-Id'), kind: 'product-link', subject_id: id },
    ]);
    await revert(created);
    expect((await calls.records(product.id)).items).toEqual([]);
  });

  it('is answered once for a repeat of an Idempotency-Key', async () => {
    const body = { title: product.sku, description: 'A' };
    const headers = { 'Idempotency-Key': `links-${path}-${count}` };
    const first = await api.post<{ id: number }>(path, body, { headers });
    const second = await api.post<{ id: number }>(path, body, { headers });
    expect(second.body).toEqual(first.body);
    expect((await calls.records(product.id)).items).toHaveLength(1);
  });

  it('links nothing in a dry run', async () => {
    await api.post(`${path}?dryRun=true`, { title: product.sku, description: 'A' });
    expect((await calls.records(product.id)).items).toEqual([]);
  });

  it('links by the EAN, and from a response', async () => {
    const id = await calls.create(path);
    await api.post(`${path}/${id}/responses`, { response: `The box says (40066333700${path.length}${count}).` });
    expect(await skus(id)).toEqual([product.sku]);
  });

  it('follows a change of the text, and its undo', async () => {
    const id = await calls.create(path, { description: product.sku });
    const changed = await api.patch(`${path}/${id}`, { description: 'Another' });
    expect(changed).toMatchObject({ status: 200 });
    expect(await skus(id)).toEqual([]);
    await revert(changed);
    expect(await skus(id)).toEqual([product.sku]);
    await api.post(`${path}/${id}/responses`, { response: product.sku });
    await api.patch(`${path}/${id}`, { description: 'Another' });
    expect(await skus(id)).toEqual([product.sku]);
  });

  it('links as long as a text names it, whichever of them is undone', async () => {
    const id = await calls.create(path);
    const [first, second] = [
      await api.post(`${path}/${id}/responses`, { response: product.sku }),
      await api.post(`${path}/${id}/responses`, { response: product.sku }),
    ];
    await revert(first);
    await waitFor(async () => (await skus(id)).length === 1);
    await revert(second);
    await waitFor(async () => (await skus(id)).length === 0);
  });

  const write = (description: string) => api.post<{ id: number }>(path, { title: 'Title', description });

  it.each(['deletion', 'change'])(
    'links what the undo of a %s brings back to the products that have its codes by then',
    async (what) => {
      const sku = `SNC-${path.length}-${count}`;
      const written = await write(`${product.sku} or ${sku}`);
      const { id } = written.body;
      const isChange = what === 'change';
      const gone = isChange ? await api.patch(`${path}/${id}`, { description: 'Another' }) : await revert(written);
      await api.put(`/api/products/${product.id}`, buildProduct({ sku: `${sku}-X` }));
      await calls.createProduct({ sku });
      await hearing('ProductCodes.link', 'product');
      await revert(gone);
      await waitFor(async () => (await skus(id)).join() === sku);
    },
  );

  it('leaves rejected what the undo of a deletion brings back', async () => {
    const written = await write(product.sku);
    await api.delete(`${path}/${written.body.id}/products/${product.id}`);
    await revert(await revert(written));
    await hearing('KeptLinks.check', 'question', 'problem');
    expect(await skus(written.body.id)).toEqual([]);
  });

  it('never links again what was rejected, until a person does', async () => {
    const id = await calls.create(path, { description: product.sku });
    await api.delete(`${path}/${id}/products/${product.id}`);
    await api.patch(`${path}/${id}`, { title: `About ${product.sku}` });
    await api.post(`${path}/${id}/responses`, { response: product.sku });
    expect(await skus(id)).toEqual([]);
    await api.put(`${path}/${id}/products/${product.id}`, undefined);
    expect(await skus(id)).toEqual([product.sku]);
  });

  it('links nothing that a person added and took away again', async () => {
    const id = await calls.create(path);
    await api.put(`${path}/${id}/products/${product.id}`, undefined);
    await api.delete(`${path}/${id}/products/${product.id}`);
    await api.post(`${path}/${id}/responses`, { response: product.sku });
    expect(await skus(id)).toEqual([]);
    const { changeSet } = (await api.get('/api/activity?limit=5')).body[1];
    expect((await api.get('/api/activity?limit=5')).body[1]).toMatchObject({ linkState: 'rejected' });
    await api.post(`/api/change-sets/${changeSet}/revert`, {});
    expect(await skus(id)).toEqual([product.sku]);
  });

  it('keeps what a person brought back when the text changes', async () => {
    const id = await calls.create(path, { description: product.sku });
    await api.delete(`${path}/${id}/products/${product.id}`);
    await api.put(`${path}/${id}/products/${product.id}`, undefined);
    await api.patch(`${path}/${id}`, { description: 'Another' });
    expect(await calls.linked(path, id)).toMatchObject([{ source: 'person', state: 'linked' }]);
  });

  it('keeps what a person linked when the text changes', async () => {
    const id = await calls.create(path);
    await api.put(`${path}/${id}/products/${product.id}`, undefined);
    await api.patch(`${path}/${id}`, { description: product.sku });
    await api.patch(`${path}/${id}`, { description: 'Another' });
    expect(await skus(id)).toEqual([product.sku]);
  });
});

it('looks for other texts while a response is held, as an undo holds it before its record', async () => {
  const { sku } = await calls.createProduct({ sku: 'HLD-77' });
  // What looks for a new product holds responses, too.
  await hearing('ProductCodes.link', 'product');
  const id = await calls.create('/api/problems');
  const respond = () => api.post<{ id: number }>(`/api/problems/${id}/responses`, { response: sku });
  const [first, second] = [await respond(), await respond()];
  await test.source.transaction(async (manager) => {
    await manager.query('SELECT FROM problem_responses WHERE id = $1 FOR UPDATE', [second.body.id]);
    await revert(first);
    await waitFor(async () => (await calls.linked('/api/problems', id)).length === 1);
  });
});

it('links an update', async () => {
  const product = await calls.createProduct({ sku: 'UPD-77' });
  const { body } = await api.post<{ id: number }>('/api/updates', { title: 'Recall', content: 'Stop selling UPD-77.' });
  expect((await calls.records(product.id)).items).toMatchObject([{ kind: 'update', id: body.id, title: 'Recall' }]);
});

it('links all products of a code up to 20, and none where more have it', async () => {
  const description = 'The box says 4006633371234.';
  const withCode = { ean: '4006633371234' };
  for (let index = 0; index < 20; index++) await calls.createProduct({ sku: `MANY-${index}`, ...withCode });
  const id = await calls.create('/api/problems', { description });
  expect(await calls.linked('/api/problems', id)).toHaveLength(20);
  await calls.createProduct({ sku: 'MANY-20', ...withCode });
  expect(await calls.linked('/api/problems', await calls.create('/api/problems', { description }))).toEqual([]);
  // The links from before stay as long as the code is in the text.
  await api.patch(`/api/problems/${id}`, { description: `${description} It squeals.` });
  expect(await calls.linked('/api/problems', id)).toHaveLength(20);
  await api.patch(`/api/problems/${id}`, { description: 'It squeals.' });
  expect(await calls.linked('/api/problems', id)).toEqual([]);
});

it('keeps a link by a code that more than 20 products have when its product gets another SKU, and adds none', async () => {
  const withCode = { ean: '4006633374668' };
  const product = await calls.createProduct({ sku: 'OLD-1001', ...withCode });
  const description = 'The box says 4006633374668';
  const id = await calls.create('/api/problems', { description: `${description}, it was OLD-1001.` });
  for (let index = 0; index < 20; index++) await calls.createProduct({ sku: `SHARED-${index}`, ...withCode });
  const later = await calls.create('/api/problems', { description: `${description}, not NEW-1001-B, nor OLD-1001/2.` });
  const skus = async (problem: number): Promise<string[]> =>
    (await calls.linked('/api/problems', problem)).map((one) => one.product.sku);
  await hearing('ProductCodes.link', 'product');
  expect([await skus(id), await skus(later)]).toEqual([expect.arrayContaining(['OLD-1001']), []]);
  const changed = await api.put(`/api/products/${product.id}`, buildProduct({ sku: 'NEW-1001', ...withCode }));
  expect(changed.status).toBe(200);
  await hearing('ProductCodes.link', 'product');
  expect([await skus(id), await skus(later)]).toEqual([expect.arrayContaining(['NEW-1001']), []]);
  await api.put(`/api/products/${product.id}`, buildProduct({ sku: 'NEW-1001', ean: '4006633374675' }));
  await hearing('ProductCodes.link', 'product');
  expect(await skus(id)).not.toContain('NEW-1001');
});

describe('a suggestion', () => {
  it.each([
    ['a short code', { sku: 'H7' }, 'Do I need an H7?'],
    ['a short number', { sku: '4711' }, 'Do you have 4711 in a smaller bottle?'],
    ['a word', { sku: 'WIPER' }, 'The left wiper judders.'],
    ['a name', { name: 'Aluminium roof rack, long' }, 'My aluminium roof rack, long whistles.'],
  ])('is a product by %s, until a person confirms it, or rejects it for good', async (_what, fields, text) => {
    const product = await calls.createProduct(fields);
    const id = await calls.create('/api/problems', { description: text });
    const address = `/api/problems/${id}/products/${product.id}`;
    expect(await calls.linked('/api/problems', id)).toMatchObject([
      { product: { id: product.id }, state: 'suggested' },
    ]);
    expect((await calls.records(product.id)).items).toEqual([]);
    const confirmed = await api.put(address, undefined);
    expect(await calls.linked('/api/problems', id)).toMatchObject([{ state: 'linked', source: 'person' }]);
    await revert(confirmed);
    await api.delete(address);
    expect(await calls.linked('/api/problems', id)).toEqual([]);
  });
});
