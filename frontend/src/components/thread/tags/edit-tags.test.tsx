import type { TagDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { change, connected, idleAtOnce } from '../../../../test/live';
import { findToast, open, TOTALS } from '../../../../test/open';
import { queueItem, queueServer, rows } from '../../../../test/queue';
import { refusal, type Answer, type FakeServer } from '../../../../test/server';

beforeEach(idleAtOnce);

const PATCH = 'PATCH /api/tags/3';
const TAKEN = 'There is a tag with the name Urgent already (capitals do not count)';
const tag = (fields: Partial<TagDto>): TagDto => ({
  id: 3,
  name: 'Delviery',
  color: 'blue',
  group: null,
  createdAt: '2026-03-04T05:06:07.000Z',
  createdById: 1,
  ...fields,
});

/** A queue whose first question has the tag that is misspelt; what is changed of the tag is there when it is read again. */
function tagServer(tags = [tag({}), tag({ id: 4, name: 'Broken', color: 'red', group: 'Reason' })]): FakeServer {
  const fake = queueServer([queueItem({ tagIds: [3] })]).on('GET /api/tags', { body: tags });
  return fake.on(PATCH, ({ body }) => {
    const [first, ...others] = tags;
    const changed = { ...first!, ...(body as Partial<TagDto>) };
    fake.on('GET /api/tags', { body: [changed, ...others] });
    return { body: changed };
  });
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Edit tags' }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function openForm(fake: FakeServer) {
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('jt');
  await user.click(await screen.findByRole('button', { name: 'Edit tags' }));
  const edit = await dialog();
  await user.click(await edit.findByRole('button', { name: 'Delviery' }));
  return { user, edit };
}

/** Answers to a call when the test says so. */
function answerLater(fake: FakeServer, route: string) {
  let answer: (answer: Answer) => void = () => undefined;
  fake.on(route, () => new Promise((resolve) => (answer = resolve)));
  return async (body: Answer) => {
    await waitFor(() => expect(fake.callsTo(route)).toHaveLength(1));
    answer(body);
  };
}

async function type(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.type(field, text);
}

it('opens from the picker, by keyboard', async () => {
  const user = open('/queue', tagServer());
  await rows();
  await user.keyboard('jt');
  await screen.findByRole('dialog', { name: 'Tags' });
  await user.keyboard('{Tab}{Enter}');
  const edit = await dialog();
  await edit.findByRole('button', { name: 'Broken Reason' });
  expect(edit.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Delviery', 'BrokenReason']);
  await user.keyboard('{Tab}{Enter}');
  expect(document.activeElement).toBe(await edit.findByLabelText('Name'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(edit.queryByLabelText('Name')).toBeNull());
  expect(document.activeElement).toBe(edit.getByRole('button', { name: 'Delviery' }));
  await user.keyboard('{Escape}');
  await isClosed();
});

it('opens from the palette, says how a tag is made where there is none, and gives the focus back', async () => {
  const user = open('/queue', tagServer([]));
  await rows();
  await user.keyboard('j{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Search' });
  await user.keyboard('rename');
  await user.click(await screen.findByRole('option', { name: /Edit tags/ }));
  const none = await (await dialog()).findByText(/No tags yet/);
  expect(none.textContent).toBe('No tags yet. Press t on a question or problem to add one.');
  await user.keyboard('{Escape}');
  await isClosed();
  expect(document.activeElement?.textContent).toBe('First');
});

it('changes name, color and group, and sends what is changed', async () => {
  const fake = tagServer();
  const { user, edit } = await openForm(fake);
  await type(user, edit.getByLabelText('Name'), 'Delivery');
  await user.click(edit.getByRole('radio', { name: 'Teal' }));
  const group = edit.getByLabelText<HTMLInputElement>('Group');
  expect([...group.list!.options].map(({ value }) => value)).toEqual(['Reason']);
  await user.type(group, 'Reason');
  const reads = fake.callsTo('GET /api/queue').length;
  await user.click(edit.getByRole('button', { name: 'Save' }));
  expect(await edit.findByText('Tag “Delivery” saved')).toBeTruthy();
  expect(document.activeElement).toBe(edit.getByRole('button', { name: 'Delivery Reason' }));
  expect(edit.queryByLabelText('Name')).toBeNull();
  // The queue behind the dialog stays where it is.
  expect(fake.callsTo('GET /api/queue')).toHaveLength(reads);
  expect(fake.callsTo(PATCH).map(({ body }) => body)).toEqual([{ name: 'Delivery', color: 'teal', group: 'Reason' }]);
  await user.click(edit.getByRole('button', { name: 'Delivery Reason' }));
  await user.clear(edit.getByLabelText('Group'));
  await user.click(edit.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(fake.callsTo(PATCH)[1]?.body).toEqual({ group: '' }));
});

it('stays open when the mouse is let go outside after text was selected', async () => {
  const { user, edit } = await openForm(tagServer());
  const outside = screen.getByRole('dialog');
  const name = edit.getByLabelText('Name');
  await user.pointer([
    { keys: '[MouseLeft>]', target: name },
    { keys: '[/MouseLeft]', target: outside },
  ]);
  expect(edit.getByLabelText('Name')).toBe(name);
  await user.click(outside);
  await waitFor(() => expect(edit.queryByLabelText('Name')).toBeNull());
  await user.click(outside);
  await isClosed();
});

it('keeps the form that is opened while another tag is being saved', async () => {
  const fake = tagServer();
  const answer = answerLater(fake, PATCH);
  const { user, edit } = await openForm(fake);
  await type(user, edit.getByLabelText('Name'), 'Delivery');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(fake.callsTo(PATCH)).toHaveLength(1));
  await user.click(edit.getByRole('button', { name: 'Broken Reason' }));
  await user.type(edit.getByLabelText('Name'), ' twice');
  await answer({ body: tag({ name: 'Delivery' }) });
  expect(await edit.findByText('Tag “Delivery” saved')).toBeTruthy();
  expect(document.activeElement).toBe(edit.getByLabelText('Name'));
  expect(edit.getByDisplayValue('Broken twice')).toBeTruthy();
});

it('says in a toast what was refused after its form was closed', async () => {
  const fake = tagServer();
  const answer = answerLater(fake, PATCH);
  const { user, edit } = await openForm(fake);
  await type(user, edit.getByLabelText('Name'), 'Broken');
  await user.keyboard('{Enter}{Escape}{Escape}');
  await isClosed();
  await answer(refusal(409, TAKEN, [{ field: 'name', message: TAKEN }]));
  await findToast(TAKEN);
});

it('stays open on another tag when one is deleted', async () => {
  const fake = tagServer()
    .on('GET /api/statistics/question', { body: TOTALS })
    .on('GET /api/statistics/problem', { body: TOTALS });
  const answer = answerLater(fake, 'DELETE /api/tags/3');
  const { user, edit } = await openForm(fake);
  await user.click(edit.getByRole('button', { name: 'Delete tag' }));
  await user.click(await edit.findByRole('button', { name: 'Delete for all' }));
  await user.click(edit.getByRole('button', { name: 'Broken Reason' }));
  fake.on('GET /api/tags', { body: [tag({ id: 4, name: 'Broken' })] });
  await answer({ status: 204, body: '' });
  await waitFor(() => expect(edit.queryByRole('button', { name: 'Delviery' })).toBeNull());
  expect(screen.getByDisplayValue('Broken')).toBeTruthy();
});

it('says at the field that a name is required, or taken', async () => {
  const fake = tagServer().on(PATCH, refusal(409, TAKEN, [{ field: 'name', message: TAKEN }]));
  const { user, edit } = await openForm(fake);
  await user.clear(edit.getByLabelText('Name'));
  await user.keyboard('{Enter}');
  expect(await edit.findByText('Name cannot be empty')).toBeTruthy();
  expect(fake.callsTo(PATCH)).toHaveLength(0);
  await type(user, edit.getByLabelText('Name'), 'Broken');
  await user.keyboard('{Enter}');
  expect(await edit.findByText(TAKEN)).toBeTruthy();
  const field = edit.getByLabelText('Name');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = field.getAttribute('aria-describedby')!.split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(TAKEN);
});

it('says that the server could not be reached, not that what is typed is kept', async () => {
  const { user, edit } = await openForm(tagServer().on(PATCH, () => Promise.reject(new TypeError('Failed to fetch'))));
  await type(user, edit.getByLabelText('Name'), 'Delivery{Enter}');
  expect(await edit.findByText('The server could not be reached.')).toBeTruthy();
});

it('says how many have a tag before it deletes it, and brings it back', async () => {
  const restored = { kind: 'tag', recordId: 3, subjectKind: 'tag', subjectId: 3, operation: 'insert' };
  const fake = tagServer()
    .on('GET /api/statistics/question', { body: { ...TOTALS, total: 12 } })
    .on('GET /api/statistics/problem', { body: { ...TOTALS, total: 3 } })
    .on('DELETE /api/tags/3', { status: 204, body: '' })
    .on('GET /api/tag/3/history', { body: [{ changeSet: 'set-9', operation: 'delete' }] })
    .on('POST /api/change-sets/set-9/revert', { body: { changeSet: 'set-10', changes: [restored] } });
  const { user, edit } = await openForm(fake);
  await user.click(edit.getByRole('button', { name: 'Delete tag' }));
  expect(await edit.findByText('Questions and problems that lose it: 15.')).toBeTruthy();
  expect(fake.callsTo('GET /api/statistics/problem').at(-1)?.query.get('tag')).toBe('3');
  expect(fake.callsTo('DELETE /api/tags/3')).toEqual([]);
  fake.on('GET /api/tags', { body: [] });
  await user.click(await edit.findByRole('button', { name: 'Delete for all' }));
  await findToast('Tag “Delviery” deleted');
  await isClosed();
  await waitFor(() => expect(screen.queryByText('Delviery')).toBeNull());
  fake.on('GET /api/tags', { body: [tag({})] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Delviery')).toBeTruthy();
  expect(fake.callsTo('POST /api/change-sets/set-9/revert')).toHaveLength(1);
});

it.each([
  [1, 'Tag “Refund” deleted', 'DELETE /api/tags/5'],
  [2, 'Tag “Refund” removed', 'DELETE /api/question/1/tags/5'],
])('undoes a new tag that %i have', async (total, said, call) => {
  const fake = tagServer()
    .on('POST /api/tags', { status: 201, body: tag({ id: 5, name: 'Refund' }) })
    .on('PUT /api/question/1/tags/5', { body: { tagIds: [3, 5] } })
    .on('GET /api/statistics/question', { body: { ...TOTALS, total } })
    .on('GET /api/statistics/problem', { body: { ...TOTALS, total: 0 } })
    .on(call, { status: 204, body: '' });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('jtRefund{Enter}');
  await findToast('Tagged “Refund”');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast(said);
  expect(fake.callsTo(call)).toHaveLength(1);
});

it('shows what a colleague has made of a tag', async () => {
  const fake = tagServer();
  open('/queue', fake);
  await screen.findByText('Delviery');
  const source = await connected();
  fake.on('GET /api/tags', { body: [tag({ name: 'Delivery' })] });
  source.send('change', change({ kind: 'tag', recordId: 3 }));
  expect(await screen.findByText('Delivery')).toBeTruthy();
});
