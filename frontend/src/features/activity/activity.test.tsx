import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const ACTIVITY = 'GET /api/activity';
const SET = '9b2e7f04-3c1d-4f6a-8e5b-7d0c9a1b2e3f';
const REVERT = `POST /api/change-sets/${SET}/revert`;

function buildEntry(entry: Partial<ActivityDto> = {}): ActivityDto {
  return {
    changeSet: SET,
    at: new Date(2026, 2, 4, 9, 30).toISOString(),
    userId: 2,
    tokenName: null,
    kind: 'question',
    recordId: 7,
    subjectKind: 'question',
    subjectId: 7,
    operation: 'update',
    version: 2,
    fields: ['status'],
    status: 'resolved',
    responseKind: null,
    records: 1,
    created: 0,
    deleted: 0,
    isExact: true,
    title: 'Does it fit?',
    exists: true,
    ...entry,
  };
}

const people = [
  { id: 1, email: 'anna@example.com', name: 'Anna Keller', deactivatedAt: null, deactivatedById: null },
  { id: 2, email: 'ben@example.com', name: 'Ben Okafor', deactivatedAt: null, deactivatedById: null },
];
const server = (entries: ActivityDto[]) =>
  fakeServer().on('GET /api/users', { body: people }).on(ACTIVITY, { body: entries });

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
    [
      { subjectKind: 'product', kind: 'product', records: 1000, isExact: false, status: null, fields: ['name'] },
      'Ben Okafor changed more than 1,000 products',
    ],
  ])('tells %j', async (entry, text) => {
    open('/activity', server([buildEntry(entry)]));
    const list = await screen.findByRole('list', { name: '2026-03-04' });
    await waitFor(() => expect(list.textContent).toContain(text));
    const link = within(list).queryByRole('link');
    expect(link?.getAttribute('href')).toBe(entry.records ? undefined : '/customer-questions/7');
  });

  it('keeps the kind, the person and the day in the address', async () => {
    const api = server([]);
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
  });

  it('asks for a day from midnight to midnight here', async () => {
    const api = server([]);
    open('/activity?day=2026-03-04', api);
    await screen.findByText('Nothing matches these filters.');
    const { query } = api.callsTo(ACTIVITY)[0]!;
    expect(query.get('since')).toBe(new Date(2026, 2, 4).toISOString());
    expect(query.get('until')).toBe(new Date(2026, 2, 5).toISOString());
  });

  it('says that it could not be loaded, and tries again', async () => {
    const api = server([]).on(ACTIVITY, refusal(503, 'Busy'));
    const user = open('/activity', api);
    expect(await screen.findByText('What changed could not be loaded.')).toBeTruthy();
    api.on(ACTIVITY, { body: [buildEntry()] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Does it fit?' })).toBeTruthy();
  });

  it('undoes a change at once, and says so with the way back', async () => {
    const entry = buildEntry();
    const api = server([entry]).on(REVERT, { body: { changeSet: 'b', changes: [{ ...entry, changeSet: 'b' }] } });
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
    const api = server([entry]).on(REVERT, { body: { changeSet: 'b', changes: [deleted] } });
    const user = open('/activity', api);
    await user.click(await undoButton());
    const dialog = await screen.findByRole('dialog', { name: 'Delete this question?' });
    expect(dialog.textContent).toContain('Undoing its creation deletes the question and its responses.');
    expect(api.callsTo(REVERT)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await findToast('Question deleted');
  });

  it('asks before it undoes a change of many records', async () => {
    const api = server([
      buildEntry({ kind: 'product', subjectKind: 'product', records: 40, fields: ['name'], status: null }),
    ]);
    const user = open('/activity', api);
    await user.click(await undoButton());
    expect(await screen.findByRole('dialog', { name: 'Undo the change of 40 products?' })).toBeTruthy();
  });

  it('says what becomes of records that were created and changed together', async () => {
    const fields = { kind: 'product', subjectKind: 'product', fields: ['name'], status: null };
    const user = open('/activity', server([buildEntry({ ...fields, records: 4, created: 3 })]));
    await user.click(await undoButton());
    const dialog = await screen.findByRole('dialog', { name: 'Undo the change of 4 products?' });
    expect(dialog.textContent).toContain('3 of them are deleted. The others get back what they had before.');
  });

  it.each<[string, Partial<ActivityDto>]>([
    ['a deleted record that is back', { operation: 'delete', exists: true }],
    ['a created record that is gone', { operation: 'insert', version: 1, exists: false }],
  ])('offers no undo for %s', async (_what, entry) => {
    open('/activity', server([buildEntry({ fields: [], status: null, ...entry })]));
    const list = within(await screen.findByRole('list', { name: '2026-03-04' }));
    expect(list.getByRole('link', { name: 'Does it fit?' })).toBeTruthy();
    expect(list.queryByRole('button')).toBeNull();
  });

  it('says that there was nothing left to undo', async () => {
    const user = open('/activity', server([buildEntry()]).on(REVERT, { body: { changeSet: null, changes: [] } }));
    await user.click(await undoButton());
    await findToast('Already undone');
  });
});

describe('deleted records', () => {
  const deletion = buildEntry({ operation: 'delete', fields: [], status: null, exists: false });

  it('lists what was deleted, of all kinds or one', async () => {
    const api = server([deletion]);
    const user = open('/trash', api);
    const list = await screen.findByRole('list', { name: 'Deleted records' });
    await waitFor(() => expect(list.textContent).toMatch(/Does it fit\?question #7 · Ben Okafor/));
    expect(api.callsTo(ACTIVITY)[0]?.query.get('operation')).toBe('delete');
    await user.click(
      within(screen.getByRole('navigation', { name: 'Kinds of records' })).getByRole('link', { name: 'Problems' }),
    );
    await waitFor(() => expect(api.callsTo(ACTIVITY).at(-1)?.query.get('kind')).toBe('problem'));
  });

  it('brings one back, and leads to it', async () => {
    const back = { ...deletion, operation: 'insert' as const, version: 3 };
    const api = server([deletion]).on(REVERT, { body: { changeSet: 'b', changes: [back] } });
    const user = open('/trash', api);
    const button = await screen.findByRole('button', { name: 'Restore' });
    api.on(ACTIVITY, { body: [{ ...deletion, exists: true }] });
    await user.click(button);
    await findToast('Question restored');
    const list = screen.getByRole('list', { name: 'Deleted records' });
    await waitFor(() => expect(list.textContent).toContain('Restored · Open'));
    expect(within(list).getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/customer-questions/7');
  });

  it('is where the former address of deleted problems leads', async () => {
    open('/problems?deleted=', server([]).on('GET /api/problems', { body: [] }));
    expect(await screen.findByText('No deleted problems')).toBeTruthy();
    expect(window.location.pathname + window.location.search).toBe('/trash?kind=problem');
  });
});

describe('a record that was deleted', () => {
  const history = 'GET /api/customer-questions/7/history';
  const change = {
    ...buildEntry({ operation: 'delete' }),
    cursor: 'x',
    userEmail: 'ben@example.com',
    before: {},
    after: null,
  };
  const missing = () =>
    server([])
      .on('GET /api/customer-questions/7', refusal(404, 'Question not found'))
      .on('GET /api/customer-questions/7/responses', { body: [] });

  it('says who deleted it, and brings it back', async () => {
    const api = missing()
      .on(history, { body: [change] })
      .on(REVERT, { body: { changeSet: 'b', changes: [{ ...change, operation: 'insert' }] } });
    const user = open('/customer-questions/7', api);
    expect(await screen.findByText(/It was deleted by/)).toBeTruthy();
    expect(screen.getByText('Question not found')).toBeTruthy();
    expect(await screen.findByText('Ben Okafor')).toBeTruthy();
    expect(screen.getByRole('button', { name: /History/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await findToast('Question restored');
  });

  it('is only missing where there never was one', async () => {
    open('/customer-questions/7', missing().on(history, refusal(404, 'There is no such record')));
    expect(await screen.findByText('It may have been removed, or the address is wrong.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });
});
