import { screen, within } from '@testing-library/react';
import { buildThread } from '../../../../test/builders';
import { fakeServer, open } from '../../../../test/open';

/** A list whose filter is open, with tags as the server has them: character by character. */
async function openPanel(count: number) {
  const names = Array.from({ length: count }, (_, index) => `Bay ${index + 1}`).sort();
  const tags = names.map((name, index) => ({ id: index + 1, name, color: 'red', group: null }));
  const fake = fakeServer()
    .on('GET /api/customer-questions', { body: [buildThread({ title: 'Does it fit?' })] })
    .on('GET /api/tags', { body: [...tags, { id: 99, name: 'Late', color: 'red', group: 'Reason' }] });
  const user = open('/customer-questions', fake);
  await screen.findByRole('article', { name: 'Does it fit?' });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Filter' }));
  await panel.findByRole('checkbox', { name: 'Late' });
  const group = within(panel.getByRole('group', { name: 'Tags' }));
  const shown = () => group.queryAllByRole('checkbox').map((one) => one.closest('label')?.textContent?.trim());
  return { user, group, shown };
}

it('lists few tags as they are, by the numbers in their names', async () => {
  const { group, shown } = await openPanel(11);
  expect(shown()).toEqual([...Array.from({ length: 11 }, (_, index) => `Bay ${index + 1}`), 'Late']);
  expect(group.queryByRole('searchbox')).toBeNull();
});

it('finds one of many by its name, and keeps what is chosen', async () => {
  const { user, group, shown } = await openPanel(12);
  const find = group.getByRole('searchbox', { name: 'Find a tag' });
  await user.type(find, 'bay 12');
  expect(shown()).toEqual(['Bay 12']);
  await user.click(group.getByRole('checkbox', { name: 'Bay 12' }));
  await user.clear(find);
  expect(shown()).toHaveLength(13);
  expect(group.getByRole<HTMLInputElement>('checkbox', { name: 'Bay 12' }).checked).toBe(true);
  await user.type(find, 'nothing');
  expect(group.getByText('No tag is called that').getAttribute('role')).toBe('status');
  expect(new URLSearchParams(window.location.search).get('tag')).not.toBeNull();
});
