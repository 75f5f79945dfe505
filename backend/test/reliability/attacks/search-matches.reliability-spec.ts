import { count } from '../reliability-config';
import { AttackedApp } from './attacked-app';

const QUESTIONS = 80;
const SEARCHES = count(4, 20);

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;

beforeAll(async () => {
  attacked = await AttackedApp.start();
});
afterAll(() => attacked.stop());

it('searches that match thousands of times in each text', async () => {
  for (let index = 0; index < QUESTIONS; index++) expect((await post(index)).status).toBe(201);
  await attacked.during('searches of ß', async () => {
    for (let index = 0; index < SEARCHES; index++)
      for (const q of ['s', 'ß', 'xs'])
        expect((await attacked.api.get(`/api/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
  });
});

function post(index: number): Promise<{ status: number }> {
  const description = `x${'ß'.repeat(19_990)}`;
  return attacked.api.post('/api/customer-questions', { title: `x ${index}`, description });
}
