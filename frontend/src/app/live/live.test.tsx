import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FakeEventSource } from '../../../test/browser';
import { buildProblem } from '../../../test/builders';
import { change, connected, idleAtOnce, reads } from '../../../test/live';
import { anna, buildProduct, fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal, type FakeServer } from '../../../test/server';
import { listDrafts } from '../../components/drafts/draft-list';

beforeEach(idleAtOnce);

const pill = () => screen.queryByRole('button', { name: /· Refresh$/ })?.textContent;
const shownNames = () => screen.getAllByRole('article').map((card) => card.querySelector('h3')?.textContent);

function productServer(): FakeServer {
  return fakeServer().on('GET /api/products', { body: [buildProduct({ id: 1, name: 'Disc' })] });
}

describe('a list', () => {
  it('counts the records that others have changed, and reads them only when it is asked to', async () => {
    const server = productServer();
    const user = open('/products', server);
    await screen.findByRole('heading', { level: 3, name: 'Disc' });
    const source = await connected();
    source.send('change', change({ kind: 'product', recordId: 1 }));
    await waitFor(() => expect(pill()).toBe('1 change · Refresh'));
    server.on('GET /api/products', {
      body: [buildProduct({ id: 2, name: 'Drum' }), buildProduct({ id: 1, name: 'Disc' })],
    });
    source.send('change', change({ kind: 'product', recordId: 1 }));
    source.send('change', change({ kind: 'product', recordId: 2, operation: 'insert' }));
    source.send('change', change({ kind: 'question', recordId: 9 }));
    await waitFor(() => expect(pill()).toBe('2 changes · Refresh'));
    expect(shownNames()).toEqual(['Disc']);
    await user.click(screen.getByRole('button', { name: '2 changes · Refresh' }));
    await waitFor(() => expect(shownNames()).toEqual(['Drum', 'Disc']));
    expect(pill()).toBeUndefined();
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it('says that much has changed when too much was missed', async () => {
    open('/products', productServer());
    await screen.findByRole('heading', { level: 3, name: 'Disc' });
    (await connected()).send('reset', {}, 'c9');
    await waitFor(() => expect(pill()).toBe('Many changes · Refresh'));
  });

  it('reads a list again on the next visit when one of its records was changed', async () => {
    const server = productServer();
    const user = open('/products', server);
    await screen.findByRole('heading', { level: 3, name: 'Disc' });
    await user.click(screen.getAllByRole('link', { name: 'Dashboard' })[0]!);
    await screen.findByRole('link', { name: 'Registered products 12' });
    const [lists, counts] = [reads(server, '/api/products'), reads(server, '/api/statistics')];
    (await connected()).send('change', change({ kind: 'product', recordId: 1 }));
    await waitFor(() => expect(reads(server, '/api/statistics')).toBe(counts + 1));
    expect(reads(server, '/api/products')).toBe(lists);
    server.on('GET /api/products', { body: [buildProduct({ id: 1, name: 'Drum' })] });
    await user.click(screen.getByRole('link', { name: /Registered products/ }));
    await waitFor(() => expect(shownNames()).toEqual(['Drum']));
    expect(pill()).toBeUndefined();
  });

  it('ignores what this tab did, though it is told before the answer', async () => {
    const server = fakeServer()
      .on('GET /api/problems', { body: [buildProblem({ id: 1 }), buildProblem({ id: 2 })] })
      .on('GET /api/problems/1', { body: buildProblem({ id: 1 }) });
    let answer: (requestId: string) => void = () => undefined;
    server.on(
      'DELETE /api/problems/1',
      () =>
        new Promise(
          (resolve) => (answer = (id) => resolve({ status: 204, body: '', headers: { 'x-request-id': id } })),
        ),
    );
    const user = open('/problems', server);
    await screen.findAllByRole('button', { name: 'Delete problem' });
    const source = await connected();
    await user.click(screen.getAllByRole('button', { name: 'Delete problem' })[0]!);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.callsTo('DELETE /api/problems/1')).toHaveLength(1));
    const mine = { userId: anna.id, userEmail: anna.email, operation: 'delete' };
    source.send('change', change({ kind: 'problem', recordId: 1, ...mine, changeSet: 'own' }));
    source.send('change', change({ kind: 'problem', recordId: 2, ...mine, changeSet: 'other tab' }));
    source.send('change', change({ kind: 'problem', recordId: 3 }));
    // Ben's is told at once; whose the others are is not known yet.
    await waitFor(() => expect(pill()).toBe('1 change · Refresh'));
    server.on('GET /api/problems', { status: 500, body: '' }); // keeps the list as it was read
    answer('own');
    await findToast('Problem deleted successfully');
    await waitFor(() => expect(pill()).toBe('2 changes · Refresh'));
  });
});

it('keeps the counts of the dashboard up to date', async () => {
  const server = fakeServer();
  open('/', server);
  expect(await screen.findByRole('link', { name: 'Registered products 12' })).toBeTruthy();
  server.on('GET /api/statistics', { body: { products: 13, problems: 3, questions: 4, updates: 5 } });
  (await connected()).send('change', change({ kind: 'product', recordId: 1, operation: 'insert' }));
  expect(await screen.findByRole('link', { name: 'Registered products 13' })).toBeTruthy();
});

it('begins after the newest change there was when the page opened', async () => {
  open('/', fakeServer().on('GET /api/changes', { body: { changes: [], cursor: 'YzoxMg' } }));
  await waitFor(() => expect(FakeEventSource.current?.url.searchParams.get('after')).toBe('YzoxMg'));
});

describe('in another tab', () => {
  async function typeAsAnna(server: FakeServer): Promise<FakeEventSource> {
    const user = open('/updates/new', server);
    await fill(user, await screen.findByLabelText('Title'), 'Only for me');
    return connected();
  }
  const userReads = (server: FakeServer) => reads(server, '/api/user');

  it('somebody else signs in: this tab starts afresh, and keeps the draft of who was here', async () => {
    const server = fakeServer();
    await typeAsAnna(server);
    expect(userReads(server)).toBe(1);
    server.on('GET /api/user', { body: { id: 2, email: 'ben@example.com' } });
    fireEvent(window, new Event('online'));
    await connected();
    await findToast('ben@example.com has signed in in another tab');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(''));
    expect(screen.getByRole('button', { name: /^Account: ben@example.com/ })).toBeTruthy();
    expect((await listDrafts(anna.id)).map(({ excerpt }) => excerpt)).toEqual(['Only for me']);
  });

  it('nobody else signs in: nothing happens', async () => {
    const server = fakeServer();
    await typeAsAnna(server);
    fireEvent(window, new Event('online'));
    await connected();
    await waitFor(() => expect(userReads(server)).toBe(2));
    expect(screen.getByDisplayValue('Only for me')).toBeTruthy();
  });

  it('the person signs out: this tab leads to the sign-in screen', async () => {
    const server = fakeServer();
    const source = await typeAsAnna(server);
    server.on('GET /api/user', refusal(401, 'Not signed in'));
    source.fail({ refused: true });
    expect(await screen.findByText(/^Your session has ended/)).toBeTruthy();
    expect(await listDrafts(anna.id)).toHaveLength(1);
  });
});
