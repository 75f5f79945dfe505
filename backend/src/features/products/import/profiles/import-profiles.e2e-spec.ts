import type { Answer, Api } from '../../../../../test/support/api';
import { startApp, type TestApp } from '../../../../../test/support/app';

let test: TestApp;
let api: Api;
let colleague: Api;
let token: Api;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.source.query('DELETE FROM products');
  api = await test.signedIn();
  colleague = await test.signedIn();
  token = await newToken();
});

async function newToken(): Promise<Api> {
  const { body } = await api.post('/api/tokens', { name: `nightly ${Math.random()}`, days: 1 });
  return Object.assign(test.api(), { token: body.token });
}

const image = 'https://shop.example/a.jpg';
const headers = ['Code', 'What', 'Picture', 'Net price'];
const targets: Record<string, { target: string; field?: string }> = {
  Code: { target: 'sku' },
  What: { target: 'name' },
  Picture: { target: 'images' },
  'Net price': { target: 'field', field: 'Price' },
};

/** A file of one product, with the columns in this order. */
function fileOf(order: string[], sku = 'A'): string {
  const cells: Record<string, string> = { code: sku, what: 'Bulb', picture: image, 'net price': '3' };
  return `${order.join()}\n${order.map((header) => cells[header.toLowerCase()]).join()}\n`;
}

function upload(client: Api, order: string[] = headers, query = '', sku = 'A'): Promise<Answer<any>> {
  return client.post(`/api/product-imports${query}`, undefined, {
    raw: fileOf(order, sku),
    headers: { 'Content-Type': 'text/csv' },
  });
}

function choose(client: Api, { id, columns }: any, choices = targets, more: object = {}): Promise<Answer<any>> {
  const chosen = columns.map(({ header }: { header: string }) => choices[header] ?? { target: 'ignore' });
  return client.put(`/api/product-imports/${id}/mapping`, { columns: chosen, ...more });
}

const apply = (client: Api, { id }: any): Promise<Answer<any>> => client.post(`/api/product-imports/${id}/apply`);
const profiles = async (client: Api): Promise<any[]> => (await client.get('/api/product-import-profiles')).body;
const targetsOf = (columns: any[]): Record<string, string> =>
  Object.fromEntries(columns.map(({ header, target, field }) => [header.toLowerCase(), field ?? target]));
const chosenTargets = { code: 'sku', what: 'name', picture: 'images', 'net price': 'Price' };

/** Uploads, chooses the columns and applies. */
async function bring(client: Api, query = '', more: object = {}): Promise<any> {
  const { body } = await upload(client, headers, query);
  await choose(client, body, targets, more);
  const applied = await apply(client, body);
  expect(applied.status).toBe(200);
  return applied.body;
}

it('keeps choices when they are applied, and not before', async () => {
  const { body } = await upload(api);
  expect([body.profile, body.counts.new]).toEqual([null, 0]);
  expect(body.proposal).toEqual(body.columns.map(({ header: _header, samples: _samples, ...target }: any) => target));
  const { body: chosen } = await choose(api, body);
  expect([chosen.counts.new, targetsOf(chosen.columns), chosen.proposal]).toEqual([1, chosenTargets, body.proposal]);
  expect([await profiles(api), (await upload(api)).body.columns]).toEqual([[], body.columns]);
  await apply(api, body);
  expect(await profiles(api)).toMatchObject([
    { name: 'Plain list', columns: chosen.columns.map(({ samples: _samples, ...column }: any) => column) },
  ]);
  const next = (await upload(api, [...headers].reverse())).body;
  expect([next.profile, targetsOf(next.columns)]).toEqual(['Plain list', chosenTargets]);
});

it('keeps nothing of an import that fails', async () => {
  const { body } = await upload(api, headers, '?profile=nightly');
  await choose(api, body);
  await colleague.post('/api/products', { name: 'Taken', sku: 'A', images: [image] });
  expect((await apply(api, body)).status).toBe(409);
  expect(await profiles(api)).toEqual([]);
  const dry = (await upload(api, headers, '?profile=nightly')).body;
  await choose(api, dry);
  expect((await api.post(`/api/product-imports/${dry.id}/apply?dryRun=true`)).status).toBe(200);
  expect(await profiles(api)).toEqual([]);
});

it('keeps nothing where the columns are read as proposed', async () => {
  const { body } = await api.post('/api/product-imports', undefined, {
    raw: `SKU,Name,Image\nA,Bulb,${image}\n`,
    headers: { 'Content-Type': 'text/csv' },
  });
  await apply(api, body);
  expect(await profiles(api)).toEqual([]);
});

it('gives the nightly import of a token its choices for 30 runs, whatever a colleague chooses for the same headers', async () => {
  await bring(token, '?profile=nightly');
  const other = { Code: { target: 'field' }, What: { target: 'sku' }, Picture: { target: 'images' } };
  for (let run = 0; run < 30; run++) {
    const order = headers.map((header) => ({ header, at: Math.random() })).sort((a, b) => a.at - b.at);
    const { body } = await upload(
      token,
      order.map(({ header }) => (run % 2 ? header : header.toUpperCase())),
      run % 3 ? '?profile=nightly' : '',
      `NIGHT-${run}`,
    );
    expect([body.profile, body.counts.new, body.counts.bad]).toEqual(['nightly', 1, 0]);
    expect(targetsOf(body.columns)).toEqual(chosenTargets);
    expect((await apply(token, body)).status).toBe(200);
    for (const client of [colleague, api]) {
      const disturbing = (await upload(client, headers, '?profile=nightly', `OTHER-${run}`)).body;
      await choose(client, disturbing, other);
      await apply(client, disturbing);
    }
  }
  expect(await profiles(token)).toMatchObject([{ name: 'nightly' }]);
  expect(targetsOf((await profiles(token))[0].columns)).toEqual(chosenTargets);
});

it('reads the bad rows of a file by the columns that were chosen for it', async () => {
  const raw = `${headers.join()}\nA,Bulb,${image},3\nB,,${image},4\n`;
  const { body } = await api.post('/api/product-imports', undefined, { raw, headers: { 'Content-Type': 'text/csv' } });
  expect((await choose(api, body)).body.counts).toMatchObject({ new: 1, bad: 1 });
  await apply(api, body);
  const { text } = await api.get(`/api/product-imports/${body.id}/bad-rows`);
  const corrected = { raw: text.replace('B,,', 'B,Lamp,'), headers: { 'Content-Type': 'text/csv' } };
  const { body: again } = await api.post('/api/product-imports', undefined, corrected);
  expect([again.profile, again.counts.new, targetsOf(again.columns)]).toEqual([
    'Plain list',
    1,
    { ...chosenTargets, problem: 'ignore' },
  ]);
});

it('gives a column that the profile does not know what is proposed, unless that is chosen already', async () => {
  await bring(api, '?profile=nightly');
  const { body } = await api.post('/api/product-imports?profile=nightly', undefined, {
    raw: `EAN,Code,What,Picture,SKU\n,A,Bulb,${image},other\n`,
    headers: { 'Content-Type': 'text/csv' },
  });
  expect(targetsOf(body.columns)).toEqual({ ean: 'ean', code: 'sku', what: 'name', picture: 'images', sku: 'SKU' });
  await apply(api, body);
  const again = (await upload(api, headers, '?profile=nightly')).body;
  expect(targetsOf(again.columns)).toEqual(chosenTargets);
});

it('adds a number to the default name if other headers have taken it', async () => {
  await bring(api);
  const other = { ...targets, Extra: { target: 'ignore' } };
  const { body } = await api.post('/api/product-imports', undefined, {
    raw: `Code,What,Picture,Extra\nB,Bulb,${image},\n`,
    headers: { 'Content-Type': 'text/csv' },
  });
  await choose(api, body, other);
  await apply(api, body);
  expect((await profiles(api)).map(({ name }) => name)).toEqual(['Plain list 2', 'Plain list']);
});

it('goes back to the proposal, and leaves the profile as it is', async () => {
  const file = { raw: `SKU,Name,Image,Fits to\nA,Bulb,${image},All\n`, headers: { 'Content-Type': 'text/csv' } };
  const { body: first } = await api.post('/api/product-imports?profile=nightly', undefined, file);
  const [sku, name, picture] = first.proposal;
  const columns = [sku, name, picture, { target: 'vehicle' }];
  await api.put(`/api/product-imports/${first.id}/mapping`, { columns });
  await apply(api, first);
  const { body } = await api.post('/api/product-imports', undefined, file);
  expect([body.profile, targetsOf(body.columns)['fits to']]).toEqual(['nightly', 'vehicle']);
  const back = await api.put(`/api/product-imports/${body.id}/mapping`, { columns: body.proposal, profile: null });
  expect([back.body.profile, targetsOf(back.body.columns)['fits to']]).toEqual([null, 'Fits to']);
  expect((await apply(api, body)).status).toBe(200);
  const [profile, ...others] = await profiles(api);
  expect([profile.name, targetsOf(profile.columns)['fits to'], others]).toEqual(['nightly', 'vehicle', []]);
});

it('gives a choice a name before it is applied', async () => {
  await bring(api, '', { profile: ' Price list of Bosch ' });
  expect(await profiles(api)).toMatchObject([{ name: 'Price list of Bosch' }]);
  const { body } = await upload(api);
  expect((await choose(api, body)).body.profile).toBe('Price list of Bosch');
  const long = await upload(api, headers, `?profile=${'x'.repeat(101)}`);
  expect([long.status, long.body.message]).toEqual([400, 'Profile must be at most 100 characters']);
});

it('changes no profile of somebody else whose import one applies', async () => {
  const { body } = await upload(token, headers, '?profile=nightly');
  await choose(token, body);
  expect((await apply(api, body)).status).toBe(200);
  expect([await profiles(token), await profiles(api)]).toEqual([[], []]);
});

it('belongs to a user or a token, and ends with the token', async () => {
  await bring(token, '?profile=nightly');
  await test.source.query('DELETE FROM products');
  await bring(api, '?profile=own');
  const [[ofToken], [own]] = [await profiles(token), await profiles(api)];
  expect([ofToken.name, own.name, await profiles(colleague)]).toEqual(['nightly', 'own', []]);
  const remove = async (client: Api, id: number): Promise<number> =>
    (await client.send('DELETE', `/api/product-import-profiles/${id}`, undefined)).status;
  expect([await remove(api, ofToken.id), await remove(token, own.id), await remove(colleague, own.id)]).toEqual([
    404, 404, 404,
  ]);
  expect([await remove(api, own.id), await remove(api, own.id)]).toEqual([204, 404]);
  const [{ id }] = (await api.get('/api/tokens')).body;
  await api.send('DELETE', `/api/tokens/${id}`, undefined);
  expect(await test.source.query('SELECT FROM product_import_profiles WHERE token_id = $1', [id])).toEqual([]);
});

it('has at most 100 profiles, and names the way out', async () => {
  const { id } = (await api.get('/api/user')).body;
  await test.source.query(
    "INSERT INTO product_import_profiles (user_id, name, headers, columns) SELECT $1, 'p' || number, '', '[]' FROM generate_series(1, 100) AS number",
    [id],
  );
  const { body } = await upload(api, headers, '?profile=nightly');
  await choose(api, body);
  const refused = await apply(api, body);
  expect([refused.status, refused.body.message]).toEqual([409, 'You have 100 profiles. Delete one first']);
  await choose(api, body, targets, { profile: null });
  expect([(await apply(api, body)).status, (await profiles(api)).length]).toEqual([200, 100]);
});

it('has at most 4 MB of columns in its profiles, which are listed at once', async () => {
  const { id } = (await api.get('/api/user')).body;
  await test.source.query(
    `INSERT INTO product_import_profiles (user_id, name, headers, columns) SELECT $1, 'p' || number, '',
       json_build_array(json_build_object('target', 'ignore', 'header', repeat('x', 1048520))) FROM generate_series(1, 4) AS number`,
    [id],
  );
  const { body } = await upload(api, headers, '?profile=nightly');
  await choose(api, body);
  const refused = await apply(api, body);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Your profiles are too large together. Delete one first',
  ]);
  await choose(api, body, targets, { profile: null });
  expect([(await apply(api, body)).status, (await profiles(api)).length]).toEqual([200, 4]);
});
