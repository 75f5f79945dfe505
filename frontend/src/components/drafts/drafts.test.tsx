import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { buildNews } from '../../../test/builders';
import { FakeLocks } from '../../../test/browser';
import { readFieldOfDrafts } from '../../../test/draft-store';
import { heading, openAndType, PAGE, serverWithUpdates, titleOf, waitForWriting } from '../../../test/drafts';
import { anna, fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { discardDraft, listDrafts } from './draft-list';

const CREATE = 'POST /api/updates';
const notice = () => screen.queryByText(/Your draft was restored/);

/** Takes the app off the screen, as the end of a tab or of a session does. */
function closeTab(): void {
  cleanup();
}

describe('a draft', () => {
  it('is there again on return, with a notice', async () => {
    await openAndType();
    closeTab();
    expect((await titleOf()).value).toBe('Opening hours');
    expect(notice()?.getAttribute('role')).toBe('status');
  });

  it('is written while the page stays open', async () => {
    await openAndType();
    await waitForWriting();
    document.body.replaceChildren();
    FakeLocks.clear();
    expect((await titleOf()).value).toBe('Opening hours');
  });

  it('is gone once discarded: the form is empty, and its first field has the focus', async () => {
    await openAndType();
    closeTab();
    const user = open(PAGE, serverWithUpdates());
    await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(''));
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
    expect(notice()).toBeNull();
    closeTab();
    expect((await titleOf()).value).toBe('');
  });

  it('is stored with all its fields again after another window has discarded it', async () => {
    const user = await openAndType();
    await waitForWriting();
    const [draft] = await listDrafts(anna.id);
    await discardDraft({ owner: anna.id, page: draft!.page });
    act(() => void window.dispatchEvent(new Event('focus')));
    await fill(user, screen.getByLabelText('Content'), 'Nine to five');
    await waitForWriting();
    closeTab();
    expect((await titleOf()).value).toBe('Opening hours');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Content').value).toBe('Nine to five');
  });

  it('is gone once saved', async () => {
    const user = await openAndType(serverWithUpdates().on(CREATE, { status: 201, body: buildNews() }));
    await fill(user, screen.getByLabelText('Content'), 'Closed');
    await user.click(screen.getByRole('button', { name: 'Create Update' }));
    await heading('Updates');
    expect(screen.queryByRole('dialog')).toBeNull();
    closeTab();
    expect((await titleOf()).value).toBe('');
  });

  it('is gone once what was typed is taken out again', async () => {
    const user = await openAndType();
    await user.clear(screen.getByLabelText('Title'));
    closeTab();
    expect((await titleOf()).value).toBe('');
    expect(notice()).toBeNull();
  });

  it('is not shown to another person', async () => {
    await openAndType();
    closeTab();
    const server = serverWithUpdates().on('GET /api/user', { body: { id: 2, email: 'ben@example.com' } });
    expect((await titleOf(PAGE, server)).value).toBe('');
    closeTab();
    expect((await titleOf()).value).toBe('Opening hours');
  });

  it('belongs to its page', async () => {
    await openAndType();
    closeTab();
    expect((await titleOf('/customer-questions/new')).value).toBe('');
  });

  it('belongs to what its page was opened for', async () => {
    const pageFor = (title: string) => `/customer-questions/new?title=${title}`;
    const user = open(pageFor('Disc'), fakeServer());
    await fill(user, await screen.findByLabelText('Description'), 'Loose');
    closeTab();
    expect((await titleOf(pageFor('Drum'))).value).toBe('Drum');
    expect(notice()).toBeNull();
    closeTab();
    expect((await titleOf(pageFor('Disc'))).value).toBe('Disc');
    expect(screen.getByDisplayValue('Loose')).toBeTruthy();
  });

  it('stays when saving fails, and the form says why', async () => {
    const server = serverWithUpdates().on(CREATE, () => Promise.reject(new TypeError('Failed to fetch')));
    const user = await openAndType(server);
    await fill(user, screen.getByLabelText('Content'), 'Closed');
    await user.click(screen.getByRole('button', { name: 'Create Update' }));
    expect(await screen.findByText('The server could not be reached. What you typed is kept.')).toBeTruthy();
    expect(await findToast('The server could not be reached.')).toEqual({ title: 'Error', destructive: true });
    server.on(CREATE, { ...refusal(500, 'Something went wrong'), headers: { 'x-request-id': 'abc-1' } });
    await user.click(screen.getByRole('button', { name: 'Create Update' }));
    expect(await screen.findByText('Error reference abc-1 (for your administrator)')).toBeTruthy();
    closeTab();
    expect((await titleOf()).value).toBe('Opening hours');
  });

  it('says that the server has failed where it answers without a word', async () => {
    const user = await openAndType(serverWithUpdates().on(CREATE, { status: 500, body: '' }));
    await fill(user, await screen.findByLabelText('Content'), 'Closed');
    await user.click(screen.getByRole('button', { name: 'Create Update' }));
    expect(await screen.findByText('The server has failed. What you typed is kept.')).toBeTruthy();
  });

  it.each([502, 503, 504])(
    'stays where a proxy says in a page of its own that no server answers: %i',
    async (status) => {
      const server = serverWithUpdates().on(CREATE, { status, body: '<h1>Bad Gateway</h1>' });
      const user = await openAndType(server);
      await fill(user, screen.getByLabelText('Content'), 'Closed');
      await user.click(screen.getByRole('button', { name: 'Create Update' }));
      expect(await screen.findByText('The server could not be reached. What you typed is kept.')).toBeTruthy();
    },
  );
});

describe('a draft that another tab works on', () => {
  const inTab = (draft: string) => FakeLocks.hold(`draft 1 ${draft}`);

  async function keepADraft(): Promise<string> {
    await openAndType();
    await waitForWriting();
    closeTab();
    const [draft] = await listDrafts(1);
    return draft!.page;
  }

  it('is not shown here: the form is empty and has a key of its own, and offers to continue it', async () => {
    const lost = inTab(await keepADraft());
    const user = open(PAGE, serverWithUpdates());
    expect(await screen.findByText('You have a draft open in another tab.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
    await fill(user, screen.getByLabelText('Title'), 'Stocktaking');
    await waitForWriting();
    const drafts = await listDrafts(1);
    expect(drafts.map(({ excerpt }) => excerpt)).toEqual(['Stocktaking', 'Opening hours']);
    const [one, other] = await readFieldOfDrafts(1, ' idempotency-key');
    expect(one!.value).not.toBe(other!.value);

    await user.click(screen.getByRole('button', { name: 'Continue the draft' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Opening hours'));
    expect(lost).toHaveBeenCalled();
    expect(await listDrafts(1)).toHaveLength(2);
  });

  it('leaves an empty form where another tab took it over, and says so', async () => {
    await openAndType();
    await waitForWriting();
    const [draft] = await listDrafts(1);
    FakeLocks.steal(`draft 1 ${draft!.page}`);
    expect(await screen.findByText('You continued this draft in another tab.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
    expect(await listDrafts(1)).toHaveLength(1);
  });
});
