import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ACTIVITY, activityServer, buildEntry, REVERT } from '../../../test/activity';
import { heldAnswer, pause } from '../../../test/held-answer';
import { change, connected } from '../../../test/live';
import { findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

/** That of the entry: a toast may have one too. */
const undoButton = async () =>
  within(await screen.findByRole('list', { name: '2026-03-04' })).getByRole('button', { name: 'Undo' });

describe('what changed', () => {
  it.each<[Partial<ActivityDto>, string]>([
    [{}, 'Ben Okafor set Does it fit? to Resolved'],
    [{ userId: 1 }, 'You set Does it fit? to Resolved'],
    [
      { userId: null, operation: 'insert', fields: [], status: null, version: 1 },
      'Directly in the database created Does it fit?',
    ],
    [
      { kind: 'question-response', operation: 'insert', fields: [], status: null, version: 1 },
      'Ben Okafor answered Does it fit?',
    ],
    [
      { kind: 'question-response', operation: 'insert', fields: [], status: null, version: 1, responseKind: 'note' },
      'Ben Okafor added a note to Does it fit?',
    ],
    [
      {
        kind: 'question-response',
        operation: 'insert',
        fields: [],
        status: null,
        version: 1,
        responseKind: 'customer',
      },
      'Ben Okafor added what the customer wrote to Does it fit?',
    ],
    [
      { kind: 'product-link', operation: 'insert', fields: [], status: null, version: 1 },
      'Ben Okafor added a product to Does it fit?',
    ],
    [
      { kind: 'product-link', operation: 'delete', fields: [], status: null },
      'Ben Okafor removed a product from Does it fit?',
    ],
    [
      { operation: 'insert', fields: [], status: null, records: 4, created: 3 },
      'Ben Okafor changed 4 questions, 3 of them new',
    ],
    [{ operation: 'insert', fields: [], status: null, version: 3 }, 'Ben Okafor restored Does it fit?'],
    [{ operation: 'delete', fields: [], status: null, exists: false }, 'Ben Okafor deleted Does it fit?'],
    [
      { fields: ['title', 'description'], status: null },
      'Ben Okafor changed the title and description of Does it fit?',
    ],
    [
      { fields: ['title'], status: null, tokenName: 'Sync' },
      'Ben Okafor by token “Sync” changed the title of Does it fit?',
    ],
    [
      {
        subjectKind: 'product',
        kind: 'product',
        records: 200_000,
        operation: 'insert',
        status: null,
        fields: [],
        version: 1,
      },
      'Ben Okafor created 200,000 products',
    ],
    [{ records: 6, hasOtherKinds: true }, 'Ben Okafor changed 6 records'],
    [
      { subjectKind: 'product', kind: 'product', records: 1000, isExact: false, status: null, fields: ['name'] },
      'Ben Okafor changed more than 1,000 products',
    ],
  ])('tells %j', async (entry, text) => {
    open('/activity', activityServer([buildEntry(entry)]));
    const list = await screen.findByRole('list', { name: '2026-03-04' });
    await waitFor(() => expect(list.textContent).toContain(text));
    const link = within(list).queryByRole('link');
    expect(link?.getAttribute('href')).toBe(entry.records ? undefined : '/customer-questions/7');
  });

  it('keeps the kind, the person and the day in the address', async () => {
    const api = activityServer([]);
    const user = open('/activity', api);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Kind' }), 'Problems');
    await screen.findByRole('option', { name: 'Ben Okafor' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'Ben Okafor');
    await waitFor(() => expect(window.location.search).toBe('?kind=problem&person=2'));
    await waitFor(() => {
      const { query } = api.callsTo(ACTIVITY).at(-1) ?? {};
      expect([query?.get('kind'), query?.get('userId')]).toEqual(['problem', '2']);
    });
    expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Clear filters' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(await screen.findByText('Nothing has changed yet.')).toBeTruthy();
    // The link is gone.
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Kind' }));
  });

  it('says of no choice that there is nothing before it knows', async () => {
    const held = heldAnswer();
    const api = activityServer([]).on(ACTIVITY, ({ query }) => (query.get('kind') ? { body: [] } : held.answer));
    const user = open('/activity?kind=problem', api);
    await screen.findByText('Nothing matches these filters.');
    await user.click(screen.getByRole('link', { name: 'Clear filters' }));
    expect(await screen.findByText('Loading what changed')).toBeTruthy();
    expect(screen.queryByText('Nothing has changed yet.')).toBeNull();
    await held.send({ body: [] });
    expect(await screen.findByText('Nothing has changed yet.')).toBeTruthy();
  });

  it('keeps the focus at the end of the list where no more entries come', async () => {
    const next = { link: '</api/activity?limit=50&cursor=x>; rel="next"' };
    let isBroken = true;
    const api = activityServer([]).on(ACTIVITY, ({ query }) => {
      if (!query.get('cursor')) return { body: [buildEntry()], headers: next };
      return isBroken ? refusal(503, 'Busy') : { body: [buildEntry({ changeSet: 'b', title: 'Is it red?' })] };
    });
    const user = open('/activity', api);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' })));
    isBroken = false;
    await user.keyboard('{Enter}');
    await screen.findByRole('link', { name: 'Is it red?' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('No more entries'));
  });

  it.each([
    ['/activity?kind=problem', { kind: 'question', recordId: 7 }, { kind: 'problem', recordId: 7 }],
    ['/activity?person=2', { kind: 'question', recordId: 7, userId: 3 }, { kind: 'question', recordId: 7, userId: 2 }],
    ['/activity?day=2026-03-04', { kind: 'question', recordId: 7 }, undefined],
  ])('offers no changes that %s does not show', async (path, other, shown) => {
    open(path, activityServer([buildEntry()]));
    await screen.findByRole('link', { name: 'Does it fit?' });
    const source = await connected();
    const pill = () => screen.queryByRole('button', { name: 'New changes · Refresh' });
    source.send('change', change(other));
    // It is told 50 ms later.
    await pause();
    expect(pill()).toBeNull();
    if (!shown) return;
    source.send('change', change(shown));
    await waitFor(() => expect(pill()).toBeTruthy());
  });

  it('asks for a day from midnight to midnight here', async () => {
    const api = activityServer([]);
    open('/activity?day=2026-03-04', api);
    await screen.findByText('Nothing matches these filters.');
    const { query } = api.callsTo(ACTIVITY)[0]!;
    expect(query.get('since')).toBe(new Date(2026, 2, 4).toISOString());
    expect(query.get('until')).toBe(new Date(2026, 2, 5).toISOString());
  });

  it('lets a year be typed: one of fewer digits stays in the field and is not asked for', async () => {
    const api = activityServer([]);
    open('/activity', api);
    const day = await screen.findByLabelText<HTMLInputElement>('Day');
    for (const value of ['0002-03-04', '0202-03-04']) {
      fireEvent.change(day, { target: { value } });
      expect([day.value, window.location.search]).toEqual([value, '']);
    }
    fireEvent.change(day, { target: { value: '2026-03-04' } });
    await waitFor(() => expect(window.location.search).toBe('?day=2026-03-04'));
  });

  it('says that it could not be loaded, and tries again', async () => {
    const api = activityServer([]).on(ACTIVITY, refusal(503, 'Busy'));
    const user = open('/activity', api);
    expect(await screen.findByText('What changed could not be loaded.')).toBeTruthy();
    api.on(ACTIVITY, { body: [buildEntry()] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Does it fit?' })).toBeTruthy();
  });

  it('undoes a change at once, and says so with the way back', async () => {
    const entry = buildEntry();
    const api = activityServer([entry]).on(REVERT, {
      body: { changeSet: 'b', changes: [{ ...entry, changeSet: 'b' }] },
    });
    const user = open('/activity', api);
    const button = await undoButton();
    const before = api.callsTo(ACTIVITY).length;
    await user.click(button);
    await findToast('Change undone');
    expect(api.callsTo(REVERT)[0]?.body).toEqual({ choices: [] });
    expect(
      within(screen.getByRole('region', { name: 'Notification' })).getByRole('button', { name: 'Undo' }),
    ).toBeTruthy();
    await waitFor(() => expect(api.callsTo(ACTIVITY).length).toBeGreaterThan(before));
  });

  it('calls undoing a creation deleting, and asks', async () => {
    const entry = buildEntry({ operation: 'insert', fields: [], status: null, version: 1 });
    const deleted = { ...entry, operation: 'delete' as const };
    const api = activityServer([entry]).on(REVERT, { body: { changeSet: 'b', changes: [deleted] } });
    const user = open('/activity', api);
    await user.click(await undoButton());
    const dialog = await screen.findByRole('dialog', { name: 'Delete this question?' });
    expect(dialog.textContent).toContain('Undoing its creation deletes the question and its responses.');
    expect(api.callsTo(REVERT)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await findToast('Question deleted');
  });

  it.each([
    [false, '40 products'],
    [true, '40 records'],
  ])('asks before it undoes a change of many records, some of other kinds: %s', async (hasOtherKinds, many) => {
    const fields = { kind: 'product', subjectKind: 'product', fields: ['name'], status: null };
    const user = open('/activity', activityServer([buildEntry({ ...fields, records: 40, hasOtherKinds })]));
    await user.click(await undoButton());
    expect(await screen.findByRole('dialog', { name: `Undo the change of ${many}?` })).toBeTruthy();
  });

  it('asks about the first of very many later changes, and keeps the others', async () => {
    const conflicts = Array.from({ length: 60 }, (_, index) => {
      return { kind: 'product', recordId: index + 1, field: 'vehicle', version: 2, restore: 'Old', current: 'New' };
    });
    const api = activityServer([buildEntry()]).on(REVERT, {
      status: 409,
      body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts },
    });
    const user = open('/activity', api);
    await user.click(await undoButton());
    const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
    expect(within(dialog).getAllByRole('group')).toHaveLength(50);
    expect(dialog.textContent).toContain('10 more stay as they are now.');
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.callsTo(REVERT)).toHaveLength(2));
    const sent = api.callsTo(REVERT)[1]?.body as { choices: object[] };
    expect(sent).toMatchObject({ otherwise: 'keep' });
    expect(sent.choices).toHaveLength(50);
  });

  it.each([
    ['one', [3], '1 of them has since been deleted and stays so.'],
    ['two', [3, 4], '2 of them have since been deleted and stay so.'],
  ])('undoes the rest of a change of many records, %s of them deleted since', async (_many, ids, text) => {
    const conflicts = ids.map((recordId) => {
      return { kind: 'problem', recordId, field: '*', version: 0, restore: { status: 'open' }, current: null };
    });
    const entry = buildEntry({ kind: 'problem-response', subjectKind: 'problem', operation: 'insert', records: 40 });
    const api = activityServer([entry]).on(REVERT, ({ body }) =>
      'otherwise' in (body as object)
        ? { body: { changeSet: 'b', changes: [{ ...entry, operation: 'delete' }] } }
        : { status: 409, body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts } },
    );
    const user = open('/activity', api);
    await user.click(await undoButton());
    const question = await screen.findByRole('dialog', { name: 'Undo the change of 40 problems?' });
    await user.click(within(question).getByRole('button', { name: 'Undo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
    expect(dialog.textContent).toContain(text);
    expect(dialog.textContent).not.toContain('Pick a version.');
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.callsTo(REVERT)[1]?.body).toEqual({ choices: [], otherwise: 'keep' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Undo this change' })).toBeNull());
  });

  it('says what becomes of records that were created and changed together', async () => {
    const fields = { kind: 'product', subjectKind: 'product', fields: ['name'], status: null };
    const user = open('/activity', activityServer([buildEntry({ ...fields, records: 4, created: 3 })]));
    await user.click(await undoButton());
    const dialog = await screen.findByRole('dialog', { name: 'Undo the change of 4 products?' });
    expect(dialog.textContent).toContain('3 of them are deleted. The others get back what they had before.');
  });

  it('offers no undo for what is undone', async () => {
    open('/activity', activityServer([buildEntry({ operation: 'delete', fields: [], status: null, undone: true })]));
    const list = within(await screen.findByRole('list', { name: '2026-03-04' }));
    expect(list.getByRole('listitem')).toBeTruthy();
    expect(list.queryByRole('button')).toBeNull();
  });

  it('says that there was nothing left to undo', async () => {
    const user = open(
      '/activity',
      activityServer([buildEntry()]).on(REVERT, { body: { changeSet: null, changes: [] } }),
    );
    await user.click(await undoButton());
    await findToast('Already undone');
  });
});
