import { screen, waitFor, within } from '@testing-library/react';
import { change, connected } from '../../../test/live';
import { ACTIVITY, activityServer, buildEntry, REVERT } from '../../../test/activity';
import { heldAnswer, pause } from '../../../test/held-answer';
import { findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

describe('deleted records', () => {
  const deletion = buildEntry({ operation: 'delete', fields: [], status: null, exists: false });

  it('lists what was deleted, of all kinds or one', async () => {
    const api = activityServer([deletion]);
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
    const api = activityServer([deletion]).on(REVERT, { body: { changeSet: 'b', changes: [back] } });
    const user = open('/trash', api);
    const button = await screen.findByRole('button', { name: 'Restore' });
    api.on(ACTIVITY, { body: [{ ...deletion, exists: true, undone: true }] });
    await user.click(button);
    await findToast('Question restored');
    const list = screen.getByRole('list', { name: 'Deleted records' });
    await waitFor(() => expect(list.textContent).toContain('Restored · Open'));
    await waitFor(() => expect(document.activeElement).toBe(within(list).getByRole('listitem')));
    expect(within(list).getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/customer-questions/7');
  });

  it('leaves the focus with who went elsewhere while one came back', async () => {
    const held = heldAnswer();
    const back = { ...deletion, operation: 'insert' as const, version: 3 };
    const api = activityServer([deletion]).on(REVERT, () => held.answer);
    const user = open('/trash', api);
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    const kinds = within(screen.getByRole('navigation', { name: 'Kinds of records' }));
    const link = kinds.getByRole('link', { name: 'Problems' });
    link.focus();
    api.on(ACTIVITY, { body: [{ ...deletion, exists: true, undone: true }] });
    await held.send({ body: { changeSet: 'b', changes: [back] } });
    const list = screen.getByRole('list', { name: 'Deleted records' });
    await waitFor(() => expect(list.textContent).toContain('Restored · Open'));
    await pause();
    expect(document.activeElement).toBe(link);
  });

  it('leaves out products that were taken off a record, and what the same record went through before', async () => {
    const disc = { ...deletion, kind: 'product', subjectKind: 'product', recordId: 3, subjectId: 3, title: 'Disc' };
    open(
      '/trash',
      activityServer([
        { ...deletion, changeSet: 'a', kind: 'product-link', recordId: 5 },
        { ...disc, changeSet: 'b' },
        { ...disc, changeSet: 'c' },
        { ...deletion, changeSet: 'd' },
      ]),
    );
    const list = await screen.findByRole('list', { name: 'Deleted records' });
    const items = within(list).getAllByRole('listitem');
    expect(items).toHaveLength(2);
    expect(items[0]?.textContent).toContain('Disc');
    expect(items[1]?.textContent).toContain('Does it fit?');
  });

  it('says of a product that is back that it is, though the thread that it was linked to was touched too', async () => {
    const product = { kind: 'product', subjectKind: 'product', recordId: 3, subjectId: 3, title: 'Disc' };
    const isBack = { exists: true, undone: true };
    const disc = { ...deletion, ...product, ...isBack, records: 2, deleted: 1, hasOtherKinds: true };
    open(
      '/trash',
      activityServer([
        { ...disc, changeSet: 'a' },
        { ...disc, changeSet: 'b' },
      ]),
    );
    const list = await screen.findByRole('list', { name: 'Deleted records' });
    expect(within(list).queryByRole('button', { name: 'Restore' })).toBeNull();
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    expect(list.textContent).toContain('Restored · Open');
  });

  it('says of many that are back that they are', async () => {
    open('/trash', activityServer([{ ...deletion, records: 40, deleted: 40, exists: true, undone: true }]));
    const list = await screen.findByRole('list', { name: 'Deleted records' });
    expect(list.textContent).toMatch(/Restored$/);
    expect(within(list).queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  it.each([
    [41, 'Threads that were linked to them lost a product', '40 products'],
    [40, 'Some of them were of another kind', '40 records'],
  ])('counts the records that were deleted, of %i that were touched: %s', async (records, _why, text) => {
    const products = { ...deletion, kind: 'product', subjectKind: 'product', deleted: 40, hasOtherKinds: true };
    open('/trash', activityServer([{ ...products, records }]));
    const list = await screen.findByRole('list', { name: 'Deleted records' });
    expect(list.textContent).toContain(`Does it fit? and 39 more${text}`);
  });

  it('goes on reading while there are only products that were taken off records', async () => {
    const link = { ...deletion, changeSet: 'a', kind: 'product-link', recordId: 5 };
    const next = { link: '</api/activity?operation=delete&limit=50&cursor=x>; rel="next"' };
    const held = heldAnswer();
    const api = activityServer([]).on(ACTIVITY, ({ query }) =>
      query.get('cursor') ? held.answer : { body: [link], headers: next },
    );
    open('/trash', api);
    const later = () => api.callsTo(ACTIVITY).filter(({ query }) => query.get('cursor'));
    await waitFor(() => expect(later()).toHaveLength(1));
    expect(screen.getByText('Loading deleted records')).toBeTruthy();
    expect(screen.queryByText('No deleted records')).toBeNull();
    await held.send({ body: [deletion] });
    expect(await screen.findByRole('button', { name: 'Restore' })).toBeTruthy();
    expect(later()).toHaveLength(1);
  });

  it('asks before it goes on through very many of these', async () => {
    const link = { ...deletion, changeSet: 'a', kind: 'product-link', recordId: 5 };
    const next = { link: '</api/activity?operation=delete&limit=50&cursor=x>; rel="next"' };
    const api = activityServer([]).on(ACTIVITY, { body: [link], headers: next });
    open('/trash', api);
    expect(await screen.findByRole('button', { name: 'Show more' })).toBeTruthy();
    await pause();
    expect(api.callsTo(ACTIVITY).filter(({ query }) => query.get('cursor'))).toHaveLength(4);
    expect(screen.queryByText('No deleted records')).toBeNull();
  });

  it('says of no kind that none is deleted before it knows', async () => {
    const held = heldAnswer();
    const api = activityServer([]).on(ACTIVITY, ({ query }) =>
      query.get('kind') === 'problem' ? held.answer : { body: [] },
    );
    const user = open('/trash?kind=update', api);
    await screen.findByText('No deleted updates');
    await user.click(
      within(screen.getByRole('navigation', { name: 'Kinds of records' })).getByRole('link', { name: 'Problems' }),
    );
    expect(await screen.findByText('Loading deleted records')).toBeTruthy();
    expect(screen.queryByText('No deleted problems')).toBeNull();
    await held.send({ body: [] });
    expect(await screen.findByText('No deleted problems')).toBeTruthy();
  });

  it('shows what is deleted at once where nothing was shown', async () => {
    const api = activityServer([]);
    open('/trash', api);
    const source = await connected();
    expect(await screen.findByText(/^No deleted records/)).toBeTruthy();
    api.on(ACTIVITY, { body: [deletion] });
    source.send('change', change({ kind: 'question', recordId: 9, operation: 'delete', version: 3 }));
    expect(await screen.findByRole('list', { name: 'Deleted records' })).toBeTruthy();
  });

  it('stays as it is until one asks for what was deleted or restored since', async () => {
    const api = activityServer([deletion]);
    const user = open('/trash', api);
    const list = await screen.findByRole('list', { name: 'Deleted records' });
    const source = await connected();
    const { length } = api.callsTo(ACTIVITY);
    const pill = () => screen.queryByRole('button', { name: 'New changes · Refresh' });
    const link = { kind: 'product-link', recordId: 5, subjectKind: 'question', subjectId: 9 };
    source.send('change', change({ kind: 'question', recordId: 9 }));
    source.send('change', change({ kind: 'question', recordId: 10, operation: 'insert', version: 1 }));
    source.send('change', change({ ...link, operation: 'delete' }));
    // They are told together, 50 ms after the first.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([pill(), api.callsTo(ACTIVITY).length]).toEqual([null, length]);

    for (const [operation, title] of [
      ['delete', 'Is it red?'],
      ['insert', 'Is it blue?'],
    ]) {
      source.send('change', change({ kind: 'question', recordId: 9, operation, version: 3 }));
      await waitFor(() => expect(pill()).toBeTruthy());
      expect(list.isConnected).toBe(true);
      api.on(ACTIVITY, { body: [{ ...deletion, title }] });
      await user.click(pill()!);
      expect(await screen.findByText(title!)).toBeTruthy();
      expect(pill()).toBeNull();
    }
  });

  it('is where the former address of deleted problems leads', async () => {
    open('/problems?deleted=', activityServer([]).on('GET /api/problems', { body: [] }));
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
    activityServer([])
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
    await user.keyboard('e');
    expect(window.location.pathname).toBe('/customer-questions/7');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await findToast('Question restored');
  });

  it('is known as deleted, however many responses went with it', async () => {
    const responses = Array.from({ length: 25 }, (_, index) => ({
      ...change,
      kind: 'question-response',
      recordId: 100 - index,
    }));
    const api = missing()
      .on(history, ({ query }) => ({ body: [...responses, change].slice(0, Number(query.get('limit'))) }))
      .on(REVERT, { body: { changeSet: 'b', changes: [{ ...change, operation: 'insert' }] } });
    const user = open('/customer-questions/7', api);
    expect(await screen.findByText(/It was deleted by/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await findToast('Question restored');
  });

  it('is only missing where there never was one', async () => {
    open('/customer-questions/7', missing().on(history, refusal(404, 'There is no such record')));
    expect(await screen.findByText('It may have been removed, or the address is wrong.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });
});
