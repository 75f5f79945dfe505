import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ACTIVITY, activityServer, buildEntry } from '../../../test/activity';
import { heldAnswer, pause } from '../../../test/held-answer';
import { change, connected } from '../../../test/live';
import { open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { createQueryClient } from '../../app/query-client';

const SNOOZED_UNTIL = new Date(2026, 2, 9, 8).toISOString();

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
      {
        fields: ['assigneeId'],
        status: null,
        before: { assigneeId: null },
        after: { assigneeId: 1 },
      },
      'Ben Okafor changed Does it fit? · Assignee: from nobody →  to Anna Keller',
    ],
    [
      {
        fields: ['title', 'status', 'assigneeId'],
        before: { status: 'open', assigneeId: 1 },
        after: { status: 'in_progress', assigneeId: null },
      },
      'Ben Okafor changed the title of Does it fit? · Status: from Open →  to In Progress · Assignee: from Anna Keller →  to nobody',
    ],
    [
      {
        fields: ['snoozedUntil'],
        status: null,
        before: { snoozedUntil: null },
        after: { snoozedUntil: SNOOZED_UNTIL },
      },
      'Ben Okafor changed Does it fit? · Snoozed until 2026-03-09 08:00',
    ],
    [
      {
        fields: ['snoozedUntil'],
        status: null,
        before: { snoozedUntil: SNOOZED_UNTIL },
        after: { snoozedUntil: null },
      },
      'Ben Okafor changed Does it fit? · Snooze: from 2026-03-09 08:00 →  to nothing',
    ],
    [
      { records: 4, fields: ['assigneeId'], status: null, before: { assigneeId: null }, after: { assigneeId: 1 } },
      'Ben Okafor changed 4 questions 20',
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

  it('leaves the focus alone where a page was read long before', async () => {
    const next = { link: '</api/activity?limit=50&cursor=x>; rel="next"' };
    const api = activityServer([]).on(ACTIVITY, ({ query }) =>
      query.get('cursor') ? { body: [buildEntry({ changeSet: 'b' })] } : { body: [buildEntry()], headers: next },
    );
    const queryClient = createQueryClient();
    const user = open('/activity', api, queryClient);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('No more entries'));
    act(() => (document.activeElement as HTMLElement).blur());
    api.on(ACTIVITY, refusal(503, 'Busy'));
    await act(() => queryClient.refetchQueries({ queryKey: ['/api/activity'] }));
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    await pause();
    expect(document.activeElement).toBe(document.body);
  });

  it.each([
    ['/activity?kind=problem', { kind: 'question', recordId: 8 }, { kind: 'problem', recordId: 8 }],
    ['/activity?person=2', { kind: 'question', recordId: 8, userId: 3 }, { kind: 'question', recordId: 8, userId: 2 }],
    ['/activity?day=2026-03-04', { kind: 'question', recordId: 8 }, { kind: 'question', recordId: 7 }],
  ])('offers no changes that %s does not show', async (path, other, shown) => {
    open(path, activityServer([buildEntry()]));
    await screen.findByRole('link', { name: 'Does it fit?' });
    const source = await connected();
    const pill = () => screen.queryByRole('button', { name: 'New changes · Refresh' });
    source.send('change', change(other));
    // It is told 50 ms later.
    await pause();
    expect(pill()).toBeNull();
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
});
