import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FakeEventSource } from '../../../test/browser';
import { buildProblem, buildResponse, buildThread } from '../../../test/builders';
import { change, connected, idleAtOnce, reads } from '../../../test/live';
import { fakeServer, findToast, open } from '../../../test/open';

beforeEach(idleAtOnce);

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

  it('says in the form that it was deleted, until it is back', async () => {
    const ADD = 'POST /api/customer-questions/7/responses';
    const server = questionServer().on(ADD, { status: 404, body: { message: 'Customer question not found' } });
    const user = open('/customer-questions/7', server);
    await user.type(await screen.findByLabelText('New Response'), 'It does.');
    const source = await connected();
    source.send('change', change({ kind: 'question', recordId: 7, operation: 'delete' }));
    await screen.findByText(/^ben deleted this question at .*/);
    await user.click(screen.getByRole('button', { name: 'Add Response' }));
    const fault = await screen.findByText('This question was deleted.');
    await findToast('Customer question not found');
    expect(screen.getAllByText('Customer question not found')).toHaveLength(1);
    source.send('change', change({ kind: 'question', recordId: 7, operation: 'insert' }));
    await waitFor(() => expect(fault.isConnected).toBe(false));
    expect(screen.getByDisplayValue('It does.')).toBeTruthy();
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

  it('tells the others that a response is being written, and says that they write one', async () => {
    const server = questionServer();
    const opened: unknown[] = [];
    const user = open('/customer-questions/7', server);
    const field = await screen.findByLabelText('New Response');
    await waitFor(() => expect(FakeEventSource.current).toBeTruthy());
    server.on(`PUT /api/events/${FakeEventSource.current!.url.searchParams.get('client')}/record`, (call) => ({
      status: 204,
      body: void opened.push(call.body),
    }));
    const source = await connected();
    const record = { kind: 'question', recordId: 7 };
    await waitFor(() => expect(opened).toEqual([record]));
    await user.type(field, 'It');
    await waitFor(() => expect(opened.slice(1)).toEqual([{ ...record, isWriting: true }]));
    await user.clear(field);
    await waitFor(() => expect(opened.slice(2)).toEqual([record]));
    await user.type(field, 'It does.');
    await waitFor(() => expect(opened.slice(3)).toEqual([{ ...record, isWriting: true }]));
    server.on('POST /api/customer-questions/7/responses', {
      status: 201,
      body: buildResponse({ response: 'It does.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Add Response' }));
    await waitFor(() => expect(opened.slice(4)).toEqual([record]));

    const ben = { userId: 2, userEmail: 'ben@example.com' };
    const writing = 'ben is writing a response';
    source.send('presence', { ...record, viewers: [{ ...ben, isWriting: true }] });
    expect(await screen.findByText(writing)).toBeTruthy();
    source.send('presence', { ...record, viewers: [ben] });
    await waitFor(() => expect(screen.queryByText(writing)).toBeNull());
    expect(screen.getByText('ben is viewing this too')).toBeTruthy();
  });
});
