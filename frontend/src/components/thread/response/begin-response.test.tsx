import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildResponse } from '../../../../test/builders';
import { readFieldOfDrafts, writeField } from '../../../../test/draft-store';
import { findToast, open } from '../../../../test/open';
import { queueItem, queueServer, rows } from '../../../../test/queue';
import type { FakeServer } from '../../../../test/server';
import { responseField } from '../../../../test/thread-screen';

const PAGE = '/customer-questions/1';
const ADD = `POST /api${PAGE}/responses`;
const READ = `GET /api${PAGE}/responses`;
const heading = () => screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 1' });
const findField = () => screen.findByLabelText<HTMLTextAreaElement>('New Response');
function chosenKind(): string | null | undefined {
  const kinds = within(screen.getByRole('radiogroup', { name: 'Kind of response' }));
  return kinds.getByRole('radio', { checked: true }).closest('label')?.textContent;
}

/** Opens a question whose form is not there until what this answers is called. */
function openBeforeForm(fake: FakeServer, path = PAGE): { user: UserEvent; goOn: () => void } {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  fake.on(READ, async () => {
    await held;
    return { body: [] };
  });
  return { user: open(path, fake), goOn };
}

it.each([
  ['m', 'Note', { response: 'add', kind: 'note' }],
  ['r', 'Answer', { response: 'add' }],
])('keeps %s and what is typed next until the form is there', async (key, kind, sent) => {
  const fake = queueServer().on(ADD, { status: 201, body: { id: 7, response: 'add', createdById: 1 } });
  const { user, goOn } = openBeforeForm(fake);
  await heading();
  await user.keyboard(`${key}add`);
  expect(screen.queryByLabelText('New Response')).toBeNull();
  goOn();
  const field = await findField();
  await waitFor(() => expect(field.value).toBe('add'));
  expect([document.activeElement, chosenKind()]).toEqual([field, kind]);
  // The keys of a screen with more than a form do not send it.
  field.blur();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(fake.callsTo(ADD)).toEqual([]);
  field.focus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Response added successfully');
  expect(fake.callsTo(ADD).map(({ body }) => body)).toEqual([sent]);
  expect(chosenKind()).toBe('Answer');
  expect(fake.calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

it('leaves the focus alone where one comes back to what was answered', async () => {
  const fake = queueServer([queueItem({}), queueItem({ id: 2 })]);
  fake.on(ADD, { status: 201, body: { id: 7, response: 'add', createdById: 1 } });
  const { user, goOn } = openBeforeForm(fake, '/queue');
  await rows();
  await user.keyboard('{Enter}');
  await heading();
  await user.keyboard('radd');
  goOn();
  await waitFor(() => expect(document.activeElement).toBe(responseField()));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Response added successfully');
  await user.keyboard('j');
  await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 2' });
  await findField();
  await user.keyboard('k');
  await heading();
  await findField();
  expect(document.activeElement).not.toBe(responseField());
});

it('gives the field the focus on the way to it, and not on Forward', async () => {
  const user = open('/queue', queueServer());
  await rows();
  await user.keyboard('r');
  await waitFor(async () => expect(document.activeElement).toBe(await findField()));
  (await heading()).focus();
  act(() => window.history.back());
  await rows();
  act(() => window.history.forward());
  await heading();
  await findField();
  expect(document.activeElement).not.toBe(responseField());
});

it('keeps the kind of a draft with text when m was pressed before it was read', async () => {
  await writeField({ owner: 1, page: PAGE }, 'response', 'Half an answer');
  await writeField({ owner: 1, page: PAGE }, 'kind', 'staff');
  const { user, goOn } = openBeforeForm(queueServer());
  await heading();
  await user.keyboard('m');
  goOn();
  await waitFor(() => expect(responseField().value).toBe('Half an answer'));
  expect([document.activeElement, chosenKind()]).toEqual([responseField(), 'Answer']);
});

it('means an answer by r, after a note without text', async () => {
  const user = open(PAGE, queueServer());
  const field = await findField();
  await user.keyboard('m');
  expect(chosenKind()).toBe('Note');
  act(() => field.blur());
  await user.keyboard('r');
  expect([document.activeElement, chosenKind()]).toEqual([field, 'Answer']);
});

it('leaves a note with text a note when r is pressed', async () => {
  const user = open(PAGE, queueServer());
  const field = await findField();
  await user.keyboard('mCheck{Escape}r');
  expect([document.activeElement, chosenKind(), field.value]).toEqual([field, 'Note', 'Check']);
});

it.each([
  ['does not keep a note without text', 'm', 'Answer', ''],
  ['keeps a note with text', 'mCheck', 'Note', 'Check'],
])('%s when one leaves the record', async (_, keys, kind, text) => {
  const user = open('/queue', queueServer());
  await rows();
  await user.keyboard('{Enter}');
  await findField();
  await user.keyboard(keys);
  act(() => window.history.back());
  await rows();
  expect(screen.queryByText('Draft kept') !== null).toBe(text !== '');
  await user.keyboard('r');
  const field = await findField();
  await waitFor(() => expect(field.value).toBe(text));
  expect([document.activeElement, chosenKind()]).toEqual([field, kind]);
  expect((await readFieldOfDrafts(1, 'response')).map(({ value }) => value)).toEqual(text ? [text] : []);
});

describe('above the responses', () => {
  const responses = (count: number) =>
    Array.from({ length: count }, (_, index) => buildResponse({ id: index + 1, response: `Response ${index + 1}` }));
  const shown = async (count: number) => {
    const user = open(PAGE, queueServer().on(READ, { body: responses(count) }));
    await findField();
    return { user, head: screen.getByRole('heading', { name: 'Responses' }).parentElement! };
  };

  it('says how many there are, and leads down to the newest and to the field where they are many', async () => {
    const scrollIntoView = jest.fn<undefined, []>();
    Element.prototype.scrollIntoView = scrollIntoView;
    const { user, head } = await shown(6);
    expect(within(head).getByText('6')).toBeTruthy();
    await user.click(within(head).getByRole('link', { name: 'Newest' }));
    expect(scrollIntoView.mock.contexts).toEqual([screen.getByText('Response 6').closest('li')]);
    await user.click(within(head).getByRole('button', { name: 'Reply' }));
    expect(document.activeElement).toBe(responseField());
  });

  it('leads nowhere where the field is near', async () => {
    const { head } = await shown(5);
    expect(head.textContent).toBe('Responses5');
  });
});
