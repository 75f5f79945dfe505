import { screen, waitFor, within } from '@testing-library/react';
import { writeField } from '../../../test/draft-store';
import { fakeServer, findToast, open } from '../../../test/open';
import { ABOUT, listDrafts } from '../../components/drafts/draft-list';

async function keep(page: string, heading: string, fields: Record<string, string>, savedAt: number): Promise<void> {
  const key = { owner: 1, page };
  await writeField(key, ABOUT, { savedAt, heading, excerpt: Object.values(fields)[0] });
  await Promise.all(Object.entries(fields).map(([name, value]) => writeField(key, name, value)));
}

const rows = () => screen.findAllByRole('listitem').then((items) => items.filter((item) => item.matches('.draft-row')));

beforeEach(async () => {
  await keep('/updates/new#1', 'New Update', { title: 'Stocktaking', content: '' }, Date.now() - 7_200_000);
  await keep('/updates/new#2', 'New Update', { title: 'Opening hours', content: '' }, Date.now());
  await keep('/updates/new#3', 'New Update', { title: 'Recall', content: '' }, 0);
});

it('lists the drafts, the newest first, and counts them in the account menu', async () => {
  open('/drafts', fakeServer());
  const [first, second] = await rows();
  expect(first!.textContent).toMatch(/^New UpdateOpening hours.*just now/);
  expect(second!.textContent).toMatch(/^New UpdateStocktaking.*2 h ago/);
  expect(screen.getByRole('link', { name: 'Drafts (3)', hidden: true })).toBeTruthy();
});

it('opens the draft that was chosen, not the newest', async () => {
  const user = open('/drafts', fakeServer().on('GET /api/updates', { body: [] }));
  const [, second] = await rows();
  await user.click(within(second!).getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Stocktaking'));
  expect(window.location.pathname).toBe('/updates/new');
});

it('opens a draft at the address that had filled in its form', async () => {
  await keep('/add?ean=4006#4', 'Add Product', { name: 'Disc', ean: '4007' }, Date.now() + 1000);
  const user = open('/drafts', fakeServer());
  const [first] = await rows();
  await user.click(within(first!).getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Disc'));
  expect(screen.getByLabelText<HTMLInputElement>('EAN').value).toBe('4007');
  expect(window.location.search).toBe('?ean=4006');
});

it('tells drafts of one form apart by the numbers of their records', async () => {
  await keep('/customer-questions/48/edit#4', 'Edit Question', { title: 'Do they fit?' }, Date.now() + 3000);
  await keep('/customer-questions/50/edit#5', 'Edit Question', { title: 'Do they fit?' }, Date.now() + 2000);
  await keep('/problems/7#6', 'It squeaks #7', { response: 'Sorry' }, Date.now() + 1000);
  open('/drafts', fakeServer());
  const links = (await rows()).map((row) => within(row).getByRole('link').textContent);
  expect(links.slice(0, 4)).toEqual(['Edit Question #48', 'Edit Question #50', 'It squeaks #7', 'New Update']);
});

it('discards a draft, and takes that back', async () => {
  const user = open('/drafts', fakeServer());
  const [first] = await rows();
  await user.click(within(first!).getByRole('button', { name: 'Discard' }));
  await findToast('Draft discarded');
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast('Draft restored');
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect((await listDrafts(1))[0]?.excerpt).toBe('Opening hours');
});

it('says where there is none', async () => {
  const user = open('/drafts', fakeServer());
  for (let count = 3; count > 0; count -= 1) {
    await waitFor(async () => expect(await rows()).toHaveLength(count));
    const [first] = await rows();
    await user.click(within(first!).getByRole('button', { name: 'Discard' }));
  }
  expect(await screen.findByText('No drafts')).toBeTruthy();
});
