import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FakeEventSource } from '../../../test/browser';
import { buildProblem, buildResponse, buildThread } from '../../../test/builders';
import { change, connected } from '../../../test/live';
import { anna, buildProduct, fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal, type FakeServer } from '../../../test/server';
import { listDrafts } from '../../components/drafts/draft-list';

beforeEach(() => Object.assign(window, { requestIdleCallback: (run: () => void) => setTimeout(run) }));

const reads = (server: FakeServer, path: string) => server.callsTo(`GET ${path}`).length;
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

describe('a record', () => {
  const question = buildThread({ id: 7, title: 'Does it fit?' });
  const questionServer = () =>
    fakeServer()
      .on('GET /api/customer-questions/7', { body: question })
      .on('GET /api/customer-questions/7/responses', { body: [] });

  it('shows in place what others answer and decide', async () => {
    const server = questionServer();
    open('/customer-questions/7', server);
    await screen.findByText('No responses yet');
    const source = await connected();
    server.on('GET /api/customer-questions/7', { body: { ...question, status: 'resolved' } });
    server.on('GET /api/customer-questions/7/responses', { body: [buildResponse({ response: 'It does.' })] });
    source.send(
      'change',
      change({ kind: 'question-response', recordId: 3, subjectKind: 'question', subjectId: 7, operation: 'insert' }),
    );
    expect(await screen.findByText('It does.')).toBeTruthy();
    await waitFor(() =>
      expect(document.querySelector('.status-field .ant-select-content')?.textContent).toBe('Resolved'),
    );
    const before = reads(server, '/api/customer-questions/7');
    source.send('change', change({ kind: 'question', recordId: 8 }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(reads(server, '/api/customer-questions/7')).toBe(before);
  });

  it('shows what others answer while it is read for the first time', async () => {
    const server = questionServer();
    const responses = '/api/customer-questions/7/responses';
    let answer = () => undefined as void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.on(`GET ${responses}`, () => held.then(() => ({ body: [] })));
    open('/customer-questions/7', server);
    const source = await connected();
    await screen.findByRole('heading', { level: 1, name: 'Does it fit?' });
    await waitFor(() => expect(reads(server, responses)).toBeGreaterThan(0));
    server.on(`GET ${responses}`, { body: [buildResponse({ response: 'It does.' })] });
    source.send(
      'change',
      change({ kind: 'question-response', recordId: 3, subjectKind: 'question', subjectId: 7, operation: 'insert' }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer();
    expect(await screen.findByText('It does.')).toBeTruthy();
  });

  it.each([true, false])('says who deleted it, and keeps what is being typed: %s', async (isTyping) => {
    const server = questionServer();
    const user = open('/customer-questions/7', server);
    const field = await screen.findByLabelText('New Response');
    if (isTyping) await user.type(field, 'Half a sen');
    server
      .on('GET /api/customer-questions/7', { status: 404, body: {} })
      .on('GET /api/customer-questions/7/responses', { status: 404, body: {} });
    (await connected()).send('change', change({ kind: 'question', recordId: 7, operation: 'delete' }));
    expect(await screen.findByText(/^ben deleted this question at .*/)).toBeTruthy();
    if (isTyping) expect(screen.getByDisplayValue('Half a sen')).toBeTruthy();
    else expect(await screen.findByText('Question not found')).toBeTruthy();
  });

  it('brings back a deleted one for which something is being typed, and keeps that', async () => {
    const gone = change({ kind: 'question', recordId: 7, operation: 'delete' });
    const back = { ...gone, operation: 'insert', after: question, before: null };
    const revert = `POST /api/change-sets/${gone.changeSet}/revert`;
    const server = questionServer()
      .on('GET /api/customer-questions/7/history', { body: [gone] })
      .on(revert, { body: { changeSet: 'b', changes: [back] } });
    const user = open('/customer-questions/7', server);
    await user.type(await screen.findByLabelText('New Response'), 'Half a sen');
    (await connected()).send('change', gone);
    const notice = await screen.findByText(/^ben deleted this question at .* once the question is restored\.$/);
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await findToast('Question restored');
    // Others that were deleted together with it stay deleted.
    expect(server.callsTo(revert)[0]?.body).toEqual({ only: { kind: 'question', recordId: 7 } });
    await waitFor(() => expect(notice.textContent).toBe(''));
    expect(screen.getByDisplayValue('Half a sen')).toBeTruthy();
  });

  it('leaves a form as it is, and says who has changed the record', async () => {
    const server = fakeServer().on('GET /api/problems/7', { body: buildProblem({ id: 7, title: 'Scratch' }) });
    const user = open('/problems/7/edit', server);
    await user.type(await screen.findByLabelText('Title'), 'ed');
    const before = reads(server, '/api/problems/7');
    (await connected()).send('change', change({ kind: 'problem', recordId: 7 }));
    expect(
      await screen.findByText(
        /^ben changed this at 2026-05-\d\d \d\d:\d\d\. If you both edited a field, you choose when you save\.$/,
      ),
    ).toBeTruthy();
    expect(screen.getByDisplayValue('Scratched')).toBeTruthy();
    expect(reads(server, '/api/problems/7')).toBe(before);
  });

  it('tells the server that it is open, again after a break, and says who else has it open', async () => {
    const server = questionServer();
    const opened: unknown[] = [];
    const put = (call: { body: unknown }) => ({ status: 204, body: void opened.push(call.body) });
    const user = open('/customer-questions/7', server.on('GET /api/customer-questions', { body: [] }));
    await screen.findByText('No responses yet');
    await waitFor(() => expect(FakeEventSource.current).toBeTruthy());
    const record = `PUT /api/events/${FakeEventSource.current!.url.searchParams.get('client')}/record` as const;
    server.on(record, put);
    const source = await connected();
    await waitFor(() => expect(opened).toEqual([{ kind: 'question', recordId: 7 }]));
    source.send('presence', { kind: 'question', recordId: 7, viewers: [{ userId: 2, userEmail: 'ben@example.com' }] });
    expect(await screen.findByText('ben is viewing this too')).toBeTruthy();
    fireEvent(window, new Event('online'));
    await connected();
    await waitFor(() => expect(opened).toHaveLength(2));
    // The server may not have heard it.
    server.on(record, (call: { body: unknown }) => ({ status: 503, body: void opened.push(call.body) }));
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(opened.at(-1)).toEqual({ kind: null }));
    server.on(record, put);
    fireEvent(window, new Event('online'));
    await connected();
    await waitFor(() => expect(opened.slice(2)).toEqual([{ kind: null }, { kind: null }]));
    // Now it has, and there is nothing more to say.
    fireEvent(window, new Event('online'));
    await connected();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(opened).toHaveLength(4);
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
