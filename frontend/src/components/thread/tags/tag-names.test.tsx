import { screen, within } from '@testing-library/react';
import { findToast, open } from '../../../../test/open';
import { queueItem, queueServer, rows } from '../../../../test/queue';

const LONG = 'Questions about the brake system of old vans';

it('offers no tag whose name is too long, says why and keeps what is typed', async () => {
  const fake = queueServer()
    .on('POST /api/tags', { status: 201, body: { id: 4, name: 'x'.repeat(50), color: 'red', group: null } })
    .on('PUT /api/question/1/tags/4', { body: { tagIds: [4] } });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('t');
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Tags' });
  await user.click(field);
  await user.paste('x'.repeat(51));
  expect(screen.queryByRole('option', { name: /Create/ })).toBeNull();
  expect(screen.getByText('Name must be at most 50 characters').getAttribute('role')).toBe('status');
  await user.keyboard('{Enter}');
  expect(field.value).toHaveLength(51);
  expect(fake.callsTo('POST /api/tags')).toEqual([]);
  await user.keyboard('{Backspace}{Enter}');
  await findToast(`Tagged “${'x'.repeat(50)}”`);
  expect(fake.callsTo('POST /api/tags').map(({ body }) => body)).toEqual([{ name: 'x'.repeat(50), color: 'red' }]);
});

it('says the whole name of a tag where it may be cut', async () => {
  const tags = [{ id: 3, name: LONG, color: 'blue', group: null }];
  open('/queue', queueServer([queueItem({ tagIds: [3] })]).on('GET /api/tags', { body: tags }));
  expect((await screen.findByText(LONG)).title).toBe(LONG);
});

it('shows the first six tags of a row, and names the others', async () => {
  const tags = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, name: `Tag ${index + 1}`, color: 'blue' }));
  const items = [queueItem({ tagIds: tags.map(({ id }) => id) }), queueItem({ id: 2, tagIds: [1, 2, 3, 4, 5, 6] })];
  open('/queue', queueServer(items).on('GET /api/tags', { body: tags }));
  await screen.findAllByText('Tag 1');
  const pills = (await rows()).map((row) => row.querySelector('.tag-pills')?.textContent);
  expect(pills).toEqual([
    'Tags: Tag 1Tag 2Tag 3Tag 4Tag 5Tag 6+3: Tag 7, Tag 8, Tag 9',
    'Tags: Tag 1Tag 2Tag 3Tag 4Tag 5Tag 6',
  ]);
  expect(screen.getByTitle('Tag 7, Tag 8, Tag 9')).toBeTruthy();
});

it('lists the tags by the numbers in their names, those of a group together', async () => {
  const names = ['Bay 10', 'Bay 2', 'Bay 1'];
  const tags = [
    { id: 9, name: 'Late', color: 'red', group: 'Step 10' },
    { id: 8, name: 'Early', color: 'red', group: 'Step 2' },
    ...names.map((name, index) => ({ id: index + 1, name, color: 'blue', group: null })),
  ];
  const user = open('/queue', queueServer().on('GET /api/tags', { body: tags }));
  await rows();
  await user.keyboard('t');
  const picker = within(await screen.findByRole('dialog', { name: 'Tags' }));
  await picker.findByRole('option', { name: /Late/ });
  const options = picker.getAllByRole('option').map((one) => one.querySelector('.tag-pill')?.textContent);
  expect(options).toEqual(['Bay 1', 'Bay 2', 'Bay 10', 'Early', 'Late']);
});
