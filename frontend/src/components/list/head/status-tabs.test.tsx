import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildThread } from '../../../../test/builders';
import { fakeServer, open } from '../../../../test/open';

const MIDDLE = 1;
const RIGHT = 2;

it('open in a tab of their own as the address says, and leave this list and its choice', async () => {
  const user = open('/customer-questions', fakeServer().on('GET /api/customer-questions', { body: [buildThread()] }));
  await screen.findByRole('article');
  const tab = (name: string) =>
    within(screen.getByRole('navigation', { name: 'Status' })).getByRole('link', { name: new RegExp(`^${name}`) });
  for (const button of [MIDDLE, RIGHT])
    fireEvent(tab('Resolved'), new MouseEvent('auxclick', { bubbles: true, button }));
  expect(window.location.search).toBe('');
  await user.click(tab('Open'));
  await waitFor(() => expect(window.location.search).toBe('?status=open'));
  const kept = () => Object.values(localStorage).filter((value) => String(value).includes('open'));
  expect(kept()).toHaveLength(1);
  fireEvent(tab('All'), new MouseEvent('auxclick', { bubbles: true, button: RIGHT }));
  expect(kept()).toHaveLength(1);
  fireEvent(tab('All'), new MouseEvent('auxclick', { bubbles: true, button: MIDDLE }));
  expect(kept()).toHaveLength(0);
  expect(window.location.search).toBe('?status=open');
});
