import { screen, waitFor } from '@testing-library/react';
import { fakeServer, open } from '../../../test/open';

const server = () => fakeServer().on('GET /api/customer-questions', { body: [] });

it('leaves the focus in the field that a new screen gives it', async () => {
  const user = open('/customer-questions', server());
  await screen.findByText('No customer questions found');
  await user.keyboard('n');
  const title = await screen.findByLabelText('Title');
  await waitFor(() => expect(document.activeElement).toBe(title));
  await user.keyboard('Golf parts?');
  expect(title).toHaveProperty('value', 'Golf parts?');
});

it('moves it to the heading of a screen without such a field', async () => {
  const user = open('/customer-questions', server());
  await screen.findByText('No customer questions found');
  await user.keyboard('gp');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Products' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('keeps the keys of a list free when it is loaded; Esc clears its search box, then leaves it', async () => {
  const user = open('/customer-questions?q=disc', server().on('GET /api/customer-questions/search', { body: [] }));
  const box = await screen.findByRole<HTMLInputElement>('searchbox');
  expect(document.activeElement).not.toBe(box);
  await user.keyboard('/');
  expect(document.activeElement).toBe(box);
  expect(box.value).toBe('disc');
  await user.keyboard('{Escape}');
  expect([box.value, document.activeElement]).toEqual(['', box]);
  await user.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(box);
});
