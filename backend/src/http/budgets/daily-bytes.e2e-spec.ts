import type { Answer, Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { buildProduct } from '../../../test/support/factories';

const MAX_MB_PER_USER_AND_DAY = 4;
const REFUSED = 'You can send at most 4 MB in a day. Please try again after midnight (UTC). Deleting still works';

let test: TestApp;
let other: TestApp;

beforeAll(async () => {
  test = await startApp({ MAX_MB_PER_USER_AND_DAY });
  other = await startApp({ MAX_MB_PER_USER_AND_DAY, DATABASE_URL: test.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const csv = (bytes: number): string => `SKU,Name\n${`A,${'x'.repeat(99_997)}\n`.repeat(bytes / 100_000)}`;

function upload(api: Api, bytes: number): Promise<Answer<any>> {
  return api.post('/api/product-imports', undefined, { raw: csv(bytes), headers: { 'Content-Type': 'text/csv' } });
}

/** Sends a file without saying how long it is. */
async function uploadChunked(api: Api, bytes: number): Promise<number> {
  const { status } = await fetch(`${api.url}/api/product-imports`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv', Cookie: api.cookie },
    body: new Blob([csv(bytes)]).stream(),
    duplex: 'half',
  } as RequestInit);
  return status;
}

it('refuses what a user sends beyond the limit to any process, and still lets the user delete and sign out', async () => {
  const api = await test.signedIn();
  const problem = (await api.post('/api/problems', { title: 'A title', description: 'A text', images: [] })).body;
  const statuses = [await upload(api, 1_900_000), await upload(api, 1_900_000)].map(({ status }) => status);
  expect(statuses).toEqual([201, 201]);
  const elsewhere = Object.assign(other.api(), { cookie: api.cookie });
  const { status, headers, body } = await upload(elsewhere, 1_000_000);
  expect([status, body.message]).toEqual([429, REFUSED]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  expect((await upload(api, 300_000)).status).toBe(429);
  expect((await upload(await other.signedIn(), 1_000_000)).status).toBe(201);
  expect((await api.get(`/api/problems/${problem.id}`)).status).toBe(200);
  expect((await api.delete(`/api/problems/${problem.id}`)).status).toBe(204);
  expect((await api.post('/api/logout')).status).toBe(200);
});

it('counts bodies without a length, and small ones', async () => {
  const api = await test.signedIn();
  const statuses: number[] = [];
  for (let index = 0; index < 5; index++) statuses.push(await uploadChunked(api, 1_500_000));
  expect(statuses).toEqual([201, 201, 201, 429, 429]);
  const careful = await test.signedIn();
  const description = 'x'.repeat(19_000);
  const small = async (): Promise<number> =>
    (await careful.post('/api/products', buildProduct({ description, extraFields: { a: 'x'.repeat(5000) } }))).status;
  expect((await upload(careful, 3_900_000)).status).toBe(201);
  const writes: number[] = [];
  for (let index = 0; index < 6; index++) writes.push(await small());
  expect([writes[0], writes[5]]).toEqual([201, 429]);
});

it('does not count what is refused', async () => {
  const api = await test.signedIn();
  const raw = 'x'.repeat(2_000_000);
  for (let index = 0; index < 4; index++)
    expect((await api.post('/api/product-imports', undefined, { raw })).status).toBe(415);
  expect((await upload(api, 3_000_000)).status).toBe(201);
});

it('starts again on the next day', async () => {
  const api = await test.signedIn();
  expect((await upload(api, 3_900_000)).status).toBe(201);
  await test.source.query('UPDATE daily_bytes SET day = day - 1');
  const elsewhere = Object.assign(other.api(), { cookie: api.cookie });
  expect((await upload(elsewhere, 3_900_000)).status).toBe(201);
});
