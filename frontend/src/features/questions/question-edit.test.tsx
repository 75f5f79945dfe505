import { act, screen, waitFor } from '@testing-library/react';
import { buildThread } from '../../../test/builders';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal, stale, versioned } from '../../../test/server';
import { createQueryClient } from '../../app/query-client';

const READ = 'GET /api/customer-questions/7';
const CHANGE = 'PATCH /api/customer-questions/7';
const question = buildThread({ id: 7 });

async function retitle(user: ReturnType<typeof open>, title: string): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>('Title');
  await waitFor(() => expect(field.value).toBe('Do they fit?'));
  await user.clear(field);
  await fill(user, field, title);
  await user.click(screen.getByRole('button', { name: 'Update Question' }));
}

it('saves what was changed from the version it was read in, and leads to the question', async () => {
  const changed = { ...question, title: 'Do both fit?' };
  const server = fakeServer()
    .on(READ, versioned(3, question))
    .on('GET /api/customer-questions/7/responses', { body: [] })
    .on(CHANGE, versioned(4, changed));
  const user = open('/customer-questions/7/edit', server);
  await retitle(user, ' Do both fit? ');
  expect(await findToast('Question updated successfully')).toEqual({ title: 'Success', destructive: false });
  expect(await screen.findByRole('heading', { level: 1, name: 'Do both fit?' })).toBeTruthy();
  const [call] = server.callsTo(CHANGE);
  expect(call?.headers.get('If-Match')).toBe('"3"');
  expect(call?.body).toEqual({ title: 'Do both fit?', description: 'Front and rear.', status: 'open' });
});

it('asks where a colleague has changed the same', async () => {
  const server = fakeServer()
    .on(READ, versioned(3, question))
    .on(CHANGE, stale(4, { ...question, title: 'Does it fit?' }));
  const user = open('/customer-questions/7/edit', server);
  await retitle(user, 'Do both fit?');
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('does not take an empty title', async () => {
  const user = open('/customer-questions/7/edit', fakeServer().on(READ, versioned(3, question)));
  await retitle(user, ' ');
  expect(await screen.findByText('Title cannot be empty')).toBeTruthy();
});

it('is left by Cancel: to the question, where nothing was saved', async () => {
  const server = fakeServer()
    .on(READ, versioned(3, question))
    .on('GET /api/customer-questions/7/responses', { body: [] });
  const user = open('/customer-questions/7/edit', server);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(window.location.pathname).toBe('/customer-questions/7'));
  expect(server.callsTo(CHANGE)).toEqual([]);
});

it('keeps the form when a later read fails, unless the question is gone', async () => {
  const server = fakeServer().on(READ, versioned(3, question));
  const queryClient = createQueryClient();
  const user = open('/customer-questions/7/edit', server, queryClient);
  const field = await screen.findByLabelText<HTMLInputElement>('Title');
  await waitFor(() => expect(field.value).toBe('Do they fit?'));
  await user.type(field, '!');
  server.on(READ, { status: 502, body: '' });
  await act(() => queryClient.invalidateQueries());
  expect(screen.getByLabelText('Title')).toBe(field);
  expect(field.value).toBe('Do they fit?!');
  server.on(READ, refusal(404, 'Nothing there'));
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText('Question not found')).toBeTruthy();
});

it('starts from no earlier answer when the first read fails', async () => {
  const server = fakeServer()
    .on(READ, versioned(3, question))
    .on('GET /api/customer-questions/7/responses', { body: [] });
  const user = open('/customer-questions/7', server);
  const edit = await screen.findByRole('link', { name: 'Edit Question' });
  server.on(READ, { status: 502, body: '' });
  await user.click(edit);
  expect(await screen.findByText('Failed to fetch question')).toBeTruthy();
  server.on(READ, versioned(4, { ...question, title: 'Does it fit?' }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByDisplayValue('Does it fit?')).toBeTruthy();
});
