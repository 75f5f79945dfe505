import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { publishChanges, type LiveChange } from '../src/components/live/change-bus';
import { buildResponse } from './builders';
import { fakeServer, fill, findToast, open } from './open';
import { responseField, shownResponses, shownStatus, type ThreadScreen } from './thread-screen';

/** What the screens of all threads do for those who answer. */
export function describeAnswering({ noun, path, api, record }: ThreadScreen): void {
  const page = `${path}/7`;
  const read = `GET ${api}/7`;
  const readResponses = `GET ${api}/7/responses`;
  const addResponse = `POST ${api}/7/responses`;
  const changeStatus = `PATCH ${api}/7/status`;
  const serverWith = (responses: unknown[] = []) =>
    fakeServer().on(read, { body: record }).on(readResponses, { body: responses });

  describe('what was written', () => {
    it('names its authors, and leads on from web addresses and the codes of products', async () => {
      const server = serverWith([
        buildResponse({ createdById: 2, response: 'See https://shop.example/a. or BD-280-V.' }),
      ])
        .on('GET /api/users', { body: [person(1, 'Anna'), person(2, 'Ben')] })
        .on('GET /api/products/by-codes', { body: [{ id: 5, sku: 'BD-280-V', name: 'Brake disc' }] });
      open(page, server);
      const responses = within(await screen.findByRole('list', { name: 'Responses' }));
      expect(await responses.findByText('Ben')).toBeTruthy();
      expect(screen.getAllByText('Anna').length).toBeGreaterThan(0);
      const address = responses.getByRole('link', { name: 'https://shop.example/a' });
      expect([address.getAttribute('href'), address.getAttribute('rel'), address.getAttribute('target')]).toEqual([
        'https://shop.example/a',
        'noopener noreferrer',
        '_blank',
      ]);
      expect((await responses.findByRole('link', { name: 'BD-280-V' })).getAttribute('href')).toBe('/products/5');
      expect(server.callsTo('GET /api/products/by-codes').map(({ query }) => query.get('codes'))).toEqual(['BD-280-V']);
    });

    it('leads on from a code in its title', async () => {
      const server = serverWith()
        .on(read, { body: { ...record, title: 'BD-280-V, brake disc' } })
        .on('GET /api/products/by-codes', { body: [{ id: 5, sku: 'BD-280-V', name: 'Brake disc' }] });
      open(page, server);
      const title = within(await screen.findByRole('heading', { level: 1, name: /^BD-280-V/ }));
      expect((await title.findByRole('link', { name: 'BD-280-V' })).getAttribute('href')).toBe('/products/5');
    });

    it('is announced at the box when a colleague adds it, and not when it was there before or is one’s own', async () => {
      const first = buildResponse({ id: 1, createdById: 2 });
      const server = serverWith([first]).on('GET /api/users', { body: [person(1, 'Anna'), person(2, 'Ben')] });
      open(page, server);
      const form = within((await screen.findByLabelText('New Response')).closest('form') as HTMLElement);
      expect(form.queryByText(/added a response/)).toBeNull();
      const arrive = (id: number, createdById: number) => {
        server.on(readResponses, { body: [first, buildResponse({ id, createdById })] });
        publishChanges([change(noun, id)]);
      };
      arrive(2, 1);
      await waitFor(() => expect(shownResponses()).toHaveLength(2));
      expect(form.queryByText(/added a response/)).toBeNull();
      arrive(3, 2);
      expect((await form.findByText('Ben added a response')).getAttribute('role')).toBe('status');
    });
  });

  describe('add and resolve', () => {
    const resolved = { ...record, status: 'resolved' };

    it('adds the response, then sets the status', async () => {
      const server = serverWith()
        .on(addResponse, { status: 201, body: buildResponse({ id: 5, response: 'Yes' }) })
        .on(changeStatus, () => {
          server.on(read, { body: resolved });
          return { body: resolved };
        });
      const user = open(page, server);
      await fill(user, await screen.findByLabelText('New Response'), ' Yes ');
      fireEvent.keyDown(responseField(), { key: 'Enter', ctrlKey: true, shiftKey: true });
      expect(await findToast('Response added and resolved')).toEqual({ title: 'Success', destructive: false });
      const writes = server.calls
        .filter(({ method, path }) => method !== 'GET' && path !== '/api/notifications/read')
        .map(({ method, path, body }) => [method, path, body]);
      expect(writes).toEqual([
        ['POST', `${api}/7/responses`, { response: 'Yes' }],
        ['PATCH', `${api}/7/status`, { status: 'resolved' }],
      ]);
      await waitFor(() => expect(shownStatus()).toBe('Resolved'));
      expect(responseField().value).toBe('');
    });

    it('leaves the focus on its button, which does nothing more while the response is sent', async () => {
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      const server = serverWith()
        .on(addResponse, async () => {
          await held;
          return { status: 201, body: buildResponse({ id: 5, response: 'Yes' }) };
        })
        .on(changeStatus, { body: resolved });
      const user = open(page, server);
      await fill(user, await screen.findByLabelText('New Response'), 'Yes');
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add and resolve' });
      await user.click(button);
      await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
      // A browser takes the focus off a button that is disabled.
      expect(button.disabled).toBe(false);
      await user.keyboard('{Enter}');
      answer();
      await findToast('Response added and resolved');
      expect(document.activeElement).toBe(button);
      await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
      expect(server.callsTo(addResponse)).toHaveLength(1);
    });

    it('stays resolved when the record was read before that, and the answer comes after', async () => {
      let answerLate = (_answer: { body: unknown }): void => undefined;
      let isReadAgain = false;
      const server = serverWith()
        .on(addResponse, () => {
          server.on(read, () => {
            isReadAgain = true;
            return new Promise((resolve) => (answerLate = resolve));
          });
          return { status: 201, body: buildResponse({ id: 5, response: 'Yes' }) };
        })
        .on(changeStatus, async () => {
          await waitFor(() => expect(isReadAgain).toBe(true));
          return { body: resolved };
        });
      const user = open(page, server);
      await fill(user, await screen.findByLabelText('New Response'), 'Yes');
      fireEvent.keyDown(responseField(), { key: 'Enter', ctrlKey: true, shiftKey: true });
      await findToast('Response added and resolved');
      answerLate({ body: record });
      await waitFor(() => expect(shownStatus()).toBe('Resolved'));
      // The late answer has been taken, or left out, by then.
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(shownStatus()).toBe('Resolved');
    });

    it('says where only the status failed, and tries that again alone', async () => {
      const server = serverWith()
        .on(addResponse, { status: 201, body: buildResponse({ id: 5, response: 'Yes' }) })
        .on(changeStatus, { status: 500, body: '' });
      const user = open(page, server);
      await fill(user, await screen.findByLabelText('New Response'), 'Yes');
      await user.click(screen.getByRole('button', { name: 'Add and resolve' }));
      expect(await screen.findByText(/was added, but the status could not be changed/)).toBeTruthy();
      server.on(changeStatus, () => {
        server.on(read, { body: resolved });
        return { body: resolved };
      });
      await user.click(screen.getByRole('button', { name: 'Resolve again' }));
      await findToast('Response added and resolved');
      expect(server.callsTo(addResponse)).toHaveLength(1);
      await waitFor(() => expect(screen.queryByText(/could not be changed/)).toBeNull());
    });

    it('sets no status where the response is refused', async () => {
      const server = serverWith().on(addResponse, { status: 500, body: '' });
      const user = open(page, server);
      await fill(user, await screen.findByLabelText('New Response'), 'Yes');
      await user.click(screen.getByRole('button', { name: 'Add and resolve' }));
      expect(await findToast('An error occurred')).toEqual({ title: 'Error', destructive: true });
      expect(server.callsTo(changeStatus)).toHaveLength(0);
      expect(responseField().value).toBe('Yes');
    });
  });

  describe('its keys', () => {
    it('reply before the record is read, and what follows is text', async () => {
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      const server = serverWith().on(read, async () => {
        await held;
        return { body: record };
      });
      const user = open(page, server);
      await screen.findByText('Loading...');
      await user.keyboard('rd');
      answer();
      await screen.findByLabelText('New Response');
      await waitFor(() => expect(responseField().value).toBe('d'));
      expect(document.activeElement).toBe(responseField());
      expect(server.callsTo(changeStatus)).toEqual([]);
    });

    it('work again where there is nothing to reply to', async () => {
      const server = serverWith().on(read, { status: 500, body: '' });
      const user = open(page, server);
      await screen.findByText(/^Failed to fetch/);
      await user.keyboard('re');
      await waitFor(() => expect(window.location.pathname).toBe(`${page}/edit`));
    });

    it('reply from the palette, too', async () => {
      const user = open(page, serverWith());
      await screen.findByLabelText('New Response');
      // What is under an open dialog takes no focus; jsdom would give it.
      const dialogs: (Element | null)[] = [];
      responseField().addEventListener('focus', () => dialogs.push(document.querySelector('dialog[open]')));
      await user.keyboard('{Control>}k{/Control}');
      await screen.findByRole('combobox', { name: 'Search' });
      await user.keyboard('reply{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(dialogs).toEqual([null]);
      expect(document.activeElement).toBe(responseField());
    });

    it('work again after a status was chosen, or was not', async () => {
      const server = serverWith().on(changeStatus, { body: { ...record, status: 'in_progress' } });
      const user = open(page, server);
      const status = await screen.findByRole('combobox', { name: 'Status' });
      await user.keyboard('s');
      await user.click(await screen.findByText('In Progress', { selector: '.ant-select-item-option-content' }));
      await waitFor(() => expect(server.callsTo(changeStatus)).toHaveLength(1));
      const place = document.activeElement;
      expect(place?.className).toBe('status-field');
      await waitFor(() => expect(status.getAttribute('aria-expanded')).toBe('false'));
      await user.keyboard('s');
      await waitFor(() => expect(status.getAttribute('aria-expanded')).toBe('true'));
      fireEvent.keyDown(status, { key: 'Escape', keyCode: 27 });
      await waitFor(() => expect(status.getAttribute('aria-expanded')).toBe('false'));
      expect(document.activeElement).toBe(place);
      await user.tab();
      expect(document.activeElement).toBe(status);
      await user.keyboard('{Escape}e');
      await waitFor(() => expect(window.location.pathname).toBe(`${page}/edit`));
    });

    it('reply, go to the status, and edit', async () => {
      const user = open(page, serverWith());
      await screen.findByLabelText('New Response');
      await user.keyboard('r');
      expect(document.activeElement).toBe(responseField());
      responseField().blur();
      await screen.findByRole('combobox', { name: 'Status' });
      await user.keyboard('s');
      expect(document.activeElement).toBe(screen.getByLabelText('Status'));
      (document.activeElement as HTMLElement).blur();
      await user.keyboard('e');
      await waitFor(() => expect(window.location.pathname).toBe(`${page}/edit`));
    });
  });
}

const person = (id: number, name: string) => ({ id, name, email: `${name}@example.com`, deactivatedAt: null });

/** The news that a response was added. */
function change(noun: string, recordId: number): LiveChange {
  return {
    cursor: `${recordId}`,
    at: '2026-03-04T05:06:07.000Z',
    changeSet: `${recordId}`,
    version: 1,
    userId: 2,
    userEmail: 'Ben@example.com',
    tokenName: null,
    kind: `${noun}-response`,
    recordId,
    operation: 'insert',
    subjectKind: noun,
    subjectId: 7,
  };
}
