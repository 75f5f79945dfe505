import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildProblem } from '../../../test/builders';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal, stale, versioned, type Answer } from '../../../test/server';

const LIST = 'GET /api/problems';
const SEARCH = 'GET /api/problems/search';
const READ = 'GET /api/problems/7';
const DELETE = 'DELETE /api/problems/7';
const REVERT = 'POST /api/change-sets/a/revert';

describe('the list of problems', () => {
  it('shows title, description, pictures and status, and leads to the details', async () => {
    const images = ['https://example.com/a.jpg', 'https://example.com/b.jpg'];
    const server = fakeServer().on(LIST, {
      body: [buildProblem({ id: 7, title: 'Cracked', images, status: 'resolved' })],
    });
    const user = open('/problems', server);
    const card = await screen.findByRole('article', { name: 'Cracked' });
    expect(within(card).getByText('Front and rear.')).toBeTruthy();
    expect(within(card).getByText('Status: resolved')).toBeTruthy();
    expect(within(card).getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe('/problems/7');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/');
    expect(main.getByRole('link', { name: 'New Problem' }).getAttribute('href')).toBe('/problems/new');
    expect(Object.fromEntries(server.callsTo(LIST)[0]?.query ?? [])).toEqual({
      limit: '50',
      images: 'url',
      include: 'responseCount',
    });
    await user.click(within(card).getByRole('button', { name: 'Open image 2 of 2' }));
    await screen.findByRole('dialog', { name: 'Image viewer' });
    expect(document.querySelector('.yarl__slide_current img')?.getAttribute('src')).toBe(images[1]);
  });

  it('shows three skeleton cards while loading', async () => {
    open(
      '/problems',
      fakeServer().on(LIST, () => new Promise<Answer>(() => undefined)),
    );
    await screen.findByText('Loading problems');
    expect(document.querySelectorAll('.skeleton-card')).toHaveLength(3);
  });

  it('says that they cannot be read, and that there are none', async () => {
    const server = fakeServer().on(LIST, { status: 500, body: '' });
    const user = open('/problems', server);
    expect(await screen.findByText('Failed to fetch problems')).toBeTruthy();
    server.on(LIST, { body: [] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No problems found')).toBeTruthy();
  });

  it('has every status where the dashboard leads, which counts all', async () => {
    localStorage.setItem('problem status 1', 'open');
    const server = fakeServer().on(LIST, { body: [buildProblem({ title: 'Cracked' })] });
    const user = open('/', server);
    await user.click(await screen.findByRole('link', { name: 'Active problems 3' }));
    expect(await screen.findByRole('article', { name: 'Cracked' })).toBeTruthy();
    expect(server.callsTo(LIST).every(({ query }) => query.get('status') === null)).toBe(true);
  });

  it('searches', async () => {
    const server = fakeServer()
      .on(LIST, { body: [] })
      .on(SEARCH, { body: [buildProblem({ title: 'Cracked' })] });
    const user = open('/problems', server);
    await fill(user, await screen.findByPlaceholderText('Search problems...'), 'crack');
    expect(await screen.findByRole('article', { name: 'Cracked' })).toBeTruthy();
    expect(Object.fromEntries(server.callsTo(SEARCH)[0]?.query ?? [])).toEqual({
      limit: '50',
      images: 'url',
      include: 'responseCount',
      sort: 'relevance',
      q: 'crack',
    });
  });
});

describe('deleting a problem', () => {
  const problems = [buildProblem({ id: 7, title: 'Cracked' }), buildProblem({ id: 6, title: 'Empty box' })];

  const serverWithProblems = () => fakeServer().on(LIST, { body: problems }).on(READ, versioned(3, problems[0]!));

  async function ask(server = serverWithProblems()) {
    const user = open('/problems', server);
    const card = await screen.findByRole('article', { name: 'Cracked' });
    await user.click(within(card).getByRole('button', { name: 'Delete problem' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Problem' }));
    return { user, dialog, server };
  }

  it('asks first, with the focus on Cancel', async () => {
    const { user, dialog, server } = await ask();
    expect(
      dialog.getByText('Are you sure you want to delete this problem? This action cannot be undone.'),
    ).toBeTruthy();
    expect(dialog.getByText('Cracked')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' })));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('article', { name: 'Cracked' })).toBeTruthy();
    expect(server.callsTo(DELETE)).toHaveLength(0);
  });

  it('asks once, even if the button is pressed again before the dialog has the focus', async () => {
    const user = open('/problems', serverWithProblems());
    const button = await screen.findByRole('button', { name: 'Delete problem', description: 'Cracked' });
    for (let round = 0; round < 2; round += 1) {
      await user.click(button);
      const cancel = await screen.findByRole('button', { name: 'Cancel' });
      await user.click(button);
      await user.click(cancel);
      await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(0));
    }
  });

  /** Presses Undo in the toast of a deletion, after which this is the newest change of the problem. */
  async function undoFromToast(newest: object) {
    const change = { changeSet: 'a', kind: 'problem', recordId: 7, subjectKind: 'problem', subjectId: 7 };
    const server = serverWithProblems()
      .on(DELETE, { status: 204, body: '' })
      .on('GET /api/problems/7/history', { body: [{ ...change, ...newest }] })
      .on(REVERT, { body: { changeSet: 'b', changes: [{ ...change, operation: 'insert' }] } });
    const { user, dialog } = await ask(server);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await findToast('Problem deleted successfully');
    // A status of the list is called Open too.
    const region = within(screen.getByRole('region', { name: 'Notification' }));
    fireEvent.click(region.getByRole('button', { name: 'Undo', hidden: true }));
    return { server, region };
  }

  it.each([
    ['by itself', { operation: 'delete' }],
    ['with its responses', { operation: 'delete', kind: 'problem-response', recordId: 70 }],
  ])('can be undone from the toast: %s', async (_how, newest) => {
    const { region } = await undoFromToast(newest);
    await findToast('Problem restored');
    expect(region.getByRole('button', { name: 'Open', hidden: true })).toBeTruthy();
  });

  it('is not undone from the toast where a colleague has restored it: that stays', async () => {
    const { server } = await undoFromToast({ operation: 'insert' });
    await findToast('Already undone');
    expect(server.callsTo(REVERT)).toHaveLength(0);
  });

  it('takes it out of the list', async () => {
    const server = serverWithProblems();
    server.on(DELETE, () => {
      server.on(LIST, { body: problems.slice(1) });
      return { status: 204, body: '' };
    });
    const { user, dialog } = await ask(server);
    const readBefore = server.callsTo(LIST).length;
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await findToast('Problem deleted successfully')).toEqual({ title: 'Success', destructive: false });
    expect(screen.queryByRole('article', { name: 'Cracked' })).toBeNull();
    expect(screen.getByRole('article', { name: 'Empty box', hidden: true })).toBeTruthy();
    await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(readBefore + 1));
    expect(server.callsTo(DELETE)[0]?.headers.get('If-Match')).toBe('"3"');
  });

  it.each(['before', 'while'])(
    'does not happen where somebody has changed it %s it was read, and says so',
    async (moment) => {
      const changed = { ...problems[0]!, description: 'Only the rear one.' };
      const server = serverWithProblems().on(DELETE, stale(4, changed));
      const { user, dialog } = await ask(server);
      if (moment === 'before') server.on(READ, versioned(4, changed));
      server.on(LIST, { body: [changed] });
      await user.click(dialog.getByRole('button', { name: 'Delete' }));
      const text = 'Somebody else has changed this problem. Look at it again before you delete it.';
      expect(await findToast(text)).toEqual({ title: undefined, destructive: true });
      expect(await screen.findByText('Only the rear one.')).toBeTruthy();
      expect(server.callsTo(DELETE)).toHaveLength(moment === 'before' ? 0 : 1);
    },
  );

  it('says that it failed, and keeps it', async () => {
    const { user, dialog } = await ask(serverWithProblems().on(DELETE, refusal(500, 'Out of order')));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await findToast('Failed to delete problem')).toEqual({ title: undefined, destructive: true });
    expect(screen.getByRole('article', { name: 'Cracked', hidden: true })).toBeTruthy();
  });
});
