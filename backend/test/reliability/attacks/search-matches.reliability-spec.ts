import { count } from '../reliability-config';
import { AttackedApp, seededAttack } from './attacked-app';

const QUESTIONS = 80;
const SEARCHES = count(4, 20);

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;

beforeAll(async () => {
  attacked = await AttackedApp.start();
});
afterAll(() => attacked.stop());

it('searches that match thousands of times in each text', () => search(attacked));

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
