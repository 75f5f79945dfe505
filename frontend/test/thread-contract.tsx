import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildResponse } from './builders';
import { readFieldOfDrafts } from './draft-store';
import { anna, fakeServer, fill, findToast, open } from './open';
import { describeAnswering } from './thread-answering';
import { chooseStatus, responseField, shownResponses, shownStatus, type ThreadScreen } from './thread-screen';
import { refusal, stale, versioned, type Answer, type FakeServer } from './server';

/** What the screens of all threads have in common. */
export function describeThreadScreen({ noun, path, api, record }: ThreadScreen): void {
  const page = `${path}/7`;
  const read = `GET ${api}/7`;
  const readResponses = `GET ${api}/7/responses`;
  const addResponse = `POST ${api}/7/responses`;
  const changeStatus = `PATCH ${api}/7/status`;
  const serverWith = (responses: unknown[] = []) =>
    fakeServer().on(read, { body: record }).on(readResponses, { body: responses });

  describe('its states', () => {
    it('shows title, description, and responses with their time, line breaks kept', async () => {
      const responses = [
        buildResponse({ id: 1, response: 'One\n  two' }),
        buildResponse({ id: 2, response: 'Three', createdAt: '2026-05-06T07:08:09.000Z' }),
      ];
      open(page, serverWith(responses));
      expect(await screen.findByRole('heading', { level: 1, name: record.title })).toBeTruthy();
      expect((await screen.findByText(record.description)).className).toContain('long-text');
      const items = (await screen.findByRole('list', { name: 'Responses' })).children;
      expect([...items].map((item) => item.querySelector('.long-text')?.textContent)).toEqual(['One\n  two', 'Three']);
      expect([...items].map((item) => item.querySelector('time')?.dateTime)).toEqual(
        responses.map(({ createdAt }) => createdAt),
      );
      expect(items[1]?.querySelector('time')?.textContent).toMatch(/^2026-05-0\d \d\d:\d\d$/);
      expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe(path);
      expect(document.title).toContain(record.title);
    });

    it('says that it is loading', async () => {
      const never = () => new Promise<Answer>(() => undefined);
      open(page, fakeServer().on(read, never).on(readResponses, never));
      expect(await screen.findByText('Loading...')).toBeTruthy();
    });

    it.each(['7', 'x', '0', '99999999999'])(`says that there is no ${noun} %s`, async (id) => {
      const answer = id === '7' ? refusal(404, 'Nothing there') : refusal(400, 'The id must be a number');
      open(`${path}/${id}`, fakeServer().on(`GET ${api}/${id}`, answer).on(`GET ${api}/${id}/responses`, answer));
      expect(await screen.findByText(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`)).toBeTruthy();
    });

    it('says that it cannot be read, and tries again', async () => {
      const failed = { status: 500, body: '', headers: { 'x-request-id': 'abc-1' } };
      const server = serverWith().on(read, failed);
      const user = open(page, server);
      expect(await screen.findByText(`Failed to fetch ${noun}`)).toBeTruthy();
      expect(screen.getByText(/abc-1/)).toBeTruthy();
      server.on(read, { body: record });
      await user.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByText(record.description)).toBeTruthy();
    });

    it('says that the responses cannot be read, and tries again', async () => {
      const server = serverWith().on(readResponses, { status: 500, body: '' });
      const user = open(page, server);
      expect(await screen.findByText('Failed to fetch responses')).toBeTruthy();
      server.on(readResponses, { body: [buildResponse()] });
      await user.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByText('They do.')).toBeTruthy();
    });
  });

  describeAnswering({ noun, path, api, record });

  describe('its status', () => {
    it('shows a choice at once, and says when it is saved', async () => {
      const { promise, resolve } = pendingAnswer();
      const server = serverWith().on(changeStatus, () => promise);
      const user = open(page, server);
      await chooseStatus(user, 'In Progress');
      await waitFor(() => expect(shownStatus()).toBe('In Progress'));
      const sent = () => server.callsTo(changeStatus).map(({ body }) => body);
      await waitFor(() => expect(sent()).toEqual([{ status: 'in_progress' }]));
      resolve({ body: { ...record, status: 'in_progress' } });
      expect(await findToast('Status updated successfully')).toEqual({ title: 'Success', destructive: false });
      expect(shownStatus()).toBe('In Progress');
    });

    it.each([
      [refusal(400, 'Not that one'), 'Not that one'],
      [{ status: 500, body: '' }, 'An error occurred'],
    ])('goes back when the server refuses: %#', async (answer, text) => {
      const user = open(page, serverWith().on(changeStatus, answer));
      await chooseStatus(user, 'Resolved');
      expect(await findToast(text)).toEqual({ title: 'Error', destructive: true });
      await waitFor(() => expect(shownStatus()).toBe('Open'));
    });
  });

  it('keeps a status that it has already, and says so', async () => {
    const server = serverWith().on(read, { body: { ...record, status: 'resolved' } });
    const user = open(page, server);
    await waitFor(() => expect(shownStatus()).toBe('Resolved'));
    await user.keyboard('d');
    await findToast('The status is Resolved already');
    expect(server.callsTo(changeStatus)).toEqual([]);
  });

  describe('its status, when somebody else has changed the record', () => {
    const versionsSent = (server: FakeServer) =>
      server.callsTo(changeStatus).map(({ headers }) => headers.get('If-Match'));

    it('is saved all the same, unless it is the status that was changed', async () => {
      const changed = { ...record, title: 'Another title' };
      const server = serverWith().on(read, versioned(1, record));
      server.on(changeStatus, ({ headers }) =>
        headers.get('If-Match') === '"2"' ? versioned(3, { ...changed, status: 'resolved' }) : stale(2, changed),
      );
      const user = open(page, server);
      await chooseStatus(user, 'Resolved');
      expect(await findToast('Status updated successfully')).toEqual({ title: 'Success', destructive: false });
      expect(versionsSent(server)).toEqual(['"1"', '"2"']);
      expect(await screen.findByRole('heading', { level: 1, name: 'Another title' })).toBeTruthy();
    });

    it('is theirs, and the person is told', async () => {
      const server = serverWith()
        .on(read, versioned(1, record))
        .on(changeStatus, stale(2, { ...record, status: 'in_progress' }));
      const user = open(page, server);
      await chooseStatus(user, 'Resolved');
      const text = 'A colleague set it to In Progress. Choose again to override.';
      expect(await findToast(text)).toEqual({ title: 'Not changed', destructive: true });
      await waitFor(() => expect(shownStatus()).toBe('In Progress'));
      server.on(changeStatus, versioned(3, { ...record, status: 'resolved' }));
      await chooseStatus(user, 'Resolved');
      await findToast('Status updated successfully');
      expect(versionsSent(server)).toEqual(['"1"', '"2"']);
    });
  });

  describe('a new response', () => {
    const keysSent = (server: FakeServer) =>
      server.callsTo(addResponse).map(({ headers }) => headers.get('Idempotency-Key'));

    it('is added at the end, and the form is empty again', async () => {
      const server = serverWith([buildResponse({ id: 1, response: 'First' })]);
      const responses = [buildResponse({ id: 1, response: 'First' })];
      server.on(addResponse, ({ body }) => {
        responses.push(buildResponse({ id: responses.length + 1, ...(body as { response: string }) }));
        server.on(readResponses, { body: [...responses] });
        return { status: 201, body: responses.at(-1) };
      });
      const user = open(page, server);
      await fill(user, await screen.findByLabelText('New Response'), '  Second\nline ');
      await user.click(screen.getByRole('button', { name: 'Add Response' }));
      expect(await findToast('Response added successfully')).toEqual({ title: 'Success', destructive: false });
      expect(server.callsTo(addResponse).map(({ body }) => body)).toEqual([{ response: 'Second\nline' }]);
      await waitFor(() => expect(shownResponses()).toEqual(['First', 'Second\nline']));
      expect(responseField().value).toBe('');
      expect(screen.queryByText('Response is required')).toBeNull();
      await fill(user, responseField(), 'Second\nline');
      await user.click(screen.getByRole('button', { name: 'Add Response' }));
      await waitFor(() => expect(new Set(keysSent(server)).size).toBe(2));
    });

    it('leaves the keys to the screen once it is added', async () => {
      const server = serverWith().on(addResponse, { status: 201, body: buildResponse({ response: 'Yes' }) });
      const user = open(page, server);
      await fill(user, await screen.findByLabelText('New Response'), 'Yes');
      await user.keyboard('{Control>}{Enter}{/Control}');
      await findToast('Response added successfully');
      await waitFor(() => expect(responseField().value).toBe(''));
      await user.keyboard('z');
      expect(responseField().value).toBe('');
    });

    it('is an answer again after a note that was left empty', async () => {
      const user = open(page, serverWith());
      await screen.findByLabelText('New Response');
      await user.keyboard('m');
      const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;
      expect(isChosen('Note')).toBe(true);
      await user.keyboard('{Escape}r');
      expect(document.activeElement).toBe(responseField());
      expect(isChosen('Answer')).toBe(true);
      await user.keyboard('{Escape}m');
      await fill(user, responseField(), 'Ask');
      await user.keyboard('{Escape}r');
      expect(isChosen('Note')).toBe(true);
    });

    it('is sent by Ctrl+Enter, once', async () => {
      const { promise, resolve } = pendingAnswer();
      const server = serverWith().on(addResponse, () => promise);
      const user = open(page, server);
      await fill(user, await screen.findByLabelText('New Response'), 'Yes');
      fireEvent.keyDown(responseField(), { key: 'Enter', ctrlKey: true });
      await waitFor(() => expect(server.callsTo(addResponse)).toHaveLength(1));
      fireEvent.keyDown(responseField(), { key: 'Enter', ctrlKey: true });
      await user.type(responseField(), ' and more');
      resolve({ status: 201, body: buildResponse({ response: 'Yes' }) });
      await findToast('Response added successfully');
      expect(server.callsTo(addResponse)).toHaveLength(1);
      // The rest is another response.
      await waitFor(() => expect(responseField().value).toBe('and more'));
      expect(document.activeElement).toBe(responseField());
      await user.click(screen.getByRole('button', { name: 'Add Response' }));
      await waitFor(() => expect(server.callsTo(addResponse)).toHaveLength(2));
      expect(server.callsTo(addResponse)[1].body).toEqual({ response: 'and more' });
      const [first, second] = keysSent(server);
      expect(first).toMatch(/^[0-9a-f]{32}$/);
      expect(second).not.toBe(first);
    });

    it('leaves no draft when one goes on before it is saved, and keeps what was typed after it was sent', async () => {
      for (const rest of ['', ' and more']) {
        const { promise, resolve } = pendingAnswer();
        const server = serverWith().on(addResponse, () => promise);
        const user = open(page, server);
        await fill(user, await screen.findByLabelText('New Response'), 'Yes');
        await user.click(screen.getByRole('button', { name: 'Add Response' }));
        await waitFor(() => expect(server.callsTo(addResponse)).toHaveLength(1));
        if (rest) await fill(user, responseField(), rest);
        await user.click(screen.getByRole('link', { name: 'Back' }));
        await waitFor(() => expect(screen.queryByLabelText('New Response')).toBeNull());
        resolve({ status: 201, body: buildResponse({ response: 'Yes' }) });
        await findToast('Response added successfully');
        const drafts = (await readFieldOfDrafts(anna.id, 'response')).map(({ value }) => value);
        expect(drafts).toEqual(rest ? ['Yes and more'] : []);
        cleanup();
      }
    });

    it('is required', async () => {
      const user = open(page, serverWith());
      await user.click(await screen.findByRole('button', { name: 'Add Response' }));
      expect(await screen.findByText('Response is required')).toBeTruthy();
    });

    it('stays in the form when it is refused', async () => {
      const user = open(page, serverWith().on(addResponse, { status: 500, body: '' }));
      await fill(user, await screen.findByLabelText('New Response'), 'Yes');
      await user.click(screen.getByRole('button', { name: 'Add Response' }));
      expect(await findToast('An error occurred')).toEqual({ title: 'Error', destructive: true });
      expect(responseField().value).toBe('Yes');
    });

    it('is there again after the session has ended and the person has signed in', async () => {
      const server = serverWith().on(addResponse, refusal(401, 'Not signed in')).on('POST /api/login', { body: anna });
      const user = open(page, server);
      await fill(user, await screen.findByLabelText('New Response'), 'Yes');
      await user.click(screen.getByRole('button', { name: 'Add Response' }));
      await signInAgain(user, server);
      await waitFor(() => expect(responseField().value).toBe('Yes'));
      expect(window.location.pathname).toBe(page);
    });
  });
}

function pendingAnswer() {
  let resolve: (answer: Answer) => void = () => undefined;
  const promise = new Promise<Answer>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Signs in once more after the session has ended. */
export async function signInAgain(user: UserEvent, server: FakeServer): Promise<void> {
  expect(await screen.findByText(/Your session has ended/)).toBeTruthy();
  server.on('POST /api/login', { body: anna });
  await fill(user, screen.getByLabelText('Email'), anna.email);
  await fill(user, screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}
