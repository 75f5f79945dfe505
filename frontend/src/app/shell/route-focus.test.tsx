import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildProblem } from '../../../test/builders';
import { buildProduct, fakeServer, open } from '../../../test/open';
import type { Answer } from '../../../test/server';

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

const record = { ...buildProduct({ id: 7, name: 'Record 7' }), ...buildProblem({ id: 7, title: 'Record 7' }) };

it.each([
  ['/products/7', '/products/edit/7', 'Name'],
  ['/customer-questions/7', '/customer-questions/7/edit', 'Title'],
  ['/problems/7', '/problems/7/edit', 'Title'],
  ['/updates/7', '/updates/7/edit', 'Title'],
])('moves it to the first field of a form that edits: %s', async (path, edit, label) => {
  const read = { body: { ...record, content: 'Closed.' } };
  const user = open(path, fakeServer().on(`GET /api${path}`, read).on(`GET /api${path}/responses`, { body: [] }));
  await screen.findByRole('heading', { level: 1, name: 'Record 7' });
  await user.keyboard('e');
  await waitFor(() => expect(window.location.pathname).toBe(edit));
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('!');
  expect(field.value).toBe('Record 7!');
});

it('leaves it where a person went while the record was read', async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const server = fakeServer().on('GET /api/updates/7', () => new Promise((resolve) => (answer = resolve)));
  open('/updates/7/edit', server);
  await screen.findByText('Loading...');
  const back = screen.getByRole('link', { name: 'Back' });
  back.focus();
  act(() => answer({ body: { ...record, content: 'Closed.' } }));
  await screen.findByDisplayValue('Record 7');
  expect(document.activeElement).toBe(back);
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
  // In Safari, an input method ends its composition before this.
  for (const key of ['Escape', 'Enter']) expect(fireEvent.keyDown(box, { key, keyCode: 229 })).toBe(true);
  expect([box.value, document.activeElement]).toEqual(['disc', box]);
  await user.keyboard('{Escape}');
  expect([box.value, document.activeElement]).toEqual(['', box]);
  await user.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(box);
});
