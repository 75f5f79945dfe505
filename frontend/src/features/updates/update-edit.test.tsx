import { screen, waitFor } from '@testing-library/react';
import { buildNews } from '../../../test/builders';
import { change, connected } from '../../../test/live';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { versioned } from '../../../test/server';

const READ = 'GET /api/updates/7';
const CHANGE = 'PATCH /api/updates/7';
const news = buildNews({ id: 7 });

it('saves a corrected update and leads to it', async () => {
  const server = fakeServer()
    .on(READ, versioned(3, news))
    .on(CHANGE, versioned(4, { ...news, content: 'Closed on Tuesday.' }));
  const user = open('/updates/7', server);
  await user.click(await screen.findByRole('link', { name: 'Edit Update' }));
  const content = await screen.findByLabelText<HTMLTextAreaElement>('Content');
  await waitFor(() => expect(content.value).toBe('Closed on Monday.'));
  await user.clear(content);
  await fill(user, content, 'Closed on Tuesday.');
  await user.click(screen.getByRole('button', { name: 'Save Update' }));
  await findToast('Update saved successfully');
  expect(await screen.findByText('Closed on Tuesday.')).toBeTruthy();
  expect(server.callsTo(CHANGE).map(({ body, headers }) => [body, headers.get('If-Match')])).toEqual([
    [{ title: 'Opening hours', content: 'Closed on Tuesday.' }, '"3"'],
  ]);
});

it('is archived, and brought back by the undo of its toast', async () => {
  const server = fakeServer()
    .on(READ, { body: news })
    .on(CHANGE, ({ body }) => {
      const changed = { ...news, ...(body as object) };
      server.on(READ, { body: changed });
      return { body: changed };
    });
  const user = open('/updates/7', server);
  await user.click(await screen.findByRole('button', { name: 'Archive' }));
  await findToast('Update archived');
  expect(await screen.findByText('Archived')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast('Update is active again');
  expect(await screen.findByRole('button', { name: 'Archive' })).toBeTruthy();
  expect(server.callsTo(CHANGE).map(({ body }) => body)).toEqual([{ status: 'archived' }, { status: 'active' }]);
});

it('stays archived, whatever a reading from before answers', async () => {
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const begun = jest.fn(() => held.then(() => versioned(3, news)));
  const server = fakeServer()
    .on(READ, versioned(3, news))
    .on(CHANGE, versioned(4, { ...news, status: 'archived' }));
  const user = open('/updates/7', server);
  const button = await screen.findByRole('button', { name: 'Archive' });
  const source = await connected();
  server.on(READ, begun);
  source.send('change', change({ kind: 'update', recordId: 7 }));
  await waitFor(() => expect(begun).toHaveBeenCalled());
  await user.click(button);
  await screen.findByRole('button', { name: 'Make active again' });
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByRole('button', { name: 'Make active again' })).toBeTruthy();
});

it('says where it could not be archived', async () => {
  const user = open('/updates/7', fakeServer().on(READ, { body: news }).on(CHANGE, { status: 500, body: '' }));
  await user.click(await screen.findByRole('button', { name: 'Archive' }));
  expect(await findToast('An error occurred')).toEqual({ title: 'Error', destructive: true });
});
