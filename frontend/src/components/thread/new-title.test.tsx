import { screen, waitFor } from '@testing-library/react';
import { buildThread } from '../../../test/builders';
import { fakeServer, fill, open } from '../../../test/open';

describe.each([
  ['question', '/customer-questions', 'Add Question'],
  ['problem', '/problems', 'Add Problem'],
])('the title of a new %s', (_kind, path, submit) => {
  const create = `POST /api${path}` as const;

  async function openForm(search: string) {
    const server = fakeServer().on(`GET /api${path}`, { body: [] }).on(create, { status: 201, body: buildThread() });
    const user = open(`${path}/new${search}`, server);
    await fill(user, await screen.findByLabelText('Description'), 'It is loose.');
    const save = () => user.click(screen.getByRole('button', { name: submit }));
    return { server, user, save, title: screen.getByLabelText<HTMLInputElement>('Title') };
  }

  it('is asked about while it is only what was filled in', async () => {
    const { server, user, save, title } = await openForm('?title=KS-VB-41437%3A+');
    await save();
    expect(await screen.findByText('Say what it is about')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(server.callsTo(create)).toHaveLength(0);
    await user.clear(title);
    await save();
    expect(await screen.findByText('Title is required')).toBeTruthy();
    expect(screen.queryByText('Say what it is about')).toBeNull();
    await fill(user, title, 'KS-VB-41437: Loose');
    await save();
    await waitFor(() => expect(server.callsTo(create)[0]?.body).toMatchObject({ title: 'KS-VB-41437: Loose' }));
  });

  it('may be a code alone where somebody typed it', async () => {
    const { server, user, save, title } = await openForm('');
    await fill(user, title, 'KS-VB-41437:');
    await save();
    await waitFor(() => expect(server.callsTo(create)[0]?.body).toMatchObject({ title: 'KS-VB-41437:' }));
  });
});
