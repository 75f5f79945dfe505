import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildProblem, buildThread } from '../../../../test/builders';
import { fakeServer, fill, open } from '../../../../test/open';
import { refusal } from '../../../../test/server';
import { dayOf, readFilters, THREAD_FILTERS, timeOf } from './filter-values';

const LIST = 'GET /api/customer-questions';
const server = () =>
  fakeServer()
    .on(LIST, { body: [buildThread({ title: 'Does it fit?' })] })
    .on('GET /api/tags', { body: [{ id: 3, name: 'Returns', color: 'red', group: null }] });
const query = (of: ReturnType<typeof server>, route = LIST) =>
  Object.fromEntries(of.callsTo(route).at(-1)?.query ?? []);

describe('the filters of a list', () => {
  it('are set in a dialog, stand in the address, and are taken out one by one', async () => {
    const fake = server();
    const user = open('/customer-questions', fake);
    await screen.findByRole('article', { name: 'Does it fit?' });
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await user.selectOptions(dialog.getByLabelText('Assignee'), 'Nobody');
    await user.click(await dialog.findByRole('checkbox', { name: 'Returns' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Open' }));
    await user.click(dialog.getByRole('checkbox', { name: 'In Progress' }));
    await user.selectOptions(dialog.getByLabelText('Customer'), 'Waits for a response');
    expect(dialog.queryByLabelText('Images')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Show results' }));
    const asked = { assignee: 'none', tag: '3', status: 'open,in_progress', waiting: 'true' };
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual(asked);
    await waitFor(() => expect(query(fake)).toEqual({ limit: '50', include: 'responseCount', ...asked }));
    const { status: _status, ...counted } = asked;
    await waitFor(() => expect(query(fake, 'GET /api/statistics/question')).toEqual(counted));

    const chips = within(screen.getByRole('list', { name: 'Filters' }));
    expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'Remove filter: Open or In Progress',
      'Remove filter: Unassigned',
      'Remove filter: Tag: Returns',
      'Remove filter: Customer waits',
    ]);
    await user.click(chips.getByRole('button', { name: 'Remove filter: Tag: Returns' }));
    expect(new URLSearchParams(window.location.search).has('tag')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(window.location.search).toBe('');
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  });

  it('leave the request as it is where none is set, and leave out what the server would refuse', async () => {
    const fake = server();
    open('/customer-questions?tag=x&assignee=-1&createdFrom=monday&waiting=1&hasImages=true', fake);
    await screen.findByRole('article', { name: 'Does it fit?' });
    expect(query(fake)).toEqual({ limit: '50', include: 'responseCount' });
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  });

  it.each([
    ['/customer-questions?status=open,closed,resolved', 'open,resolved', ['Remove filter: Open or Resolved']],
    ['/customer-questions?status=open,closed', 'open', ['Remove filter: Open']],
    ['/customer-questions?status=closed,gone', undefined, []],
    ['/queue?status=open,closed', 'open', ['Remove filter: Open']],
    ['/queue?status=closed', undefined, []],
  ])('leave out the statuses that no record has: %s', async (path, status, labels) => {
    const list = path.startsWith('/queue') ? 'GET /api/queue' : LIST;
    const fake = server()
      .on('GET /api/queue', { body: [] })
      .on('GET /api/queue/settings', { body: { targets: [] } });
    open(path, fake);
    await waitFor(() => expect(fake.callsTo(list)).not.toHaveLength(0));
    expect(query(fake, list).status).toBe(status);
    const chips = () => screen.queryAllByRole('button', { name: /^Remove filter/ });
    await waitFor(() => expect(chips().map(({ textContent }) => textContent)).toEqual(labels));
  });

  it('say that nothing matches them, and are cleared there', async () => {
    const fake = server().on(LIST, ({ query: asked }) => ({ body: asked.has('assignee') ? [] : [buildThread()] }));
    const user = open('/customer-questions?assignee=me', fake);
    expect(await screen.findByText('No questions match the filters.')).toBeTruthy();
    const state = screen.getByText('No customer questions found').closest('.state') as HTMLElement;
    await user.click(within(state).getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  });

  it('leave the tab of one status when they are cleared', async () => {
    const user = open('/customer-questions?status=open&assignee=me', server());
    await screen.findByRole('article', { name: 'Does it fit?' });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(window.location.search).toBe('?status=open');
  });

  it('have pictures among problems', async () => {
    const fake = server().on('GET /api/problems', { body: [buildProblem()] });
    const user = open('/problems', fake);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await user.selectOptions(dialog.getByLabelText('Images'), 'With images');
    await waitFor(() => expect(query(fake, 'GET /api/problems')).toMatchObject({ hasImages: 'true' }));
  });

  it.each([
    ['/customer-questions', LIST],
    ['/problems', 'GET /api/problems'],
    ['/queue', 'GET /api/queue'],
  ])('have a product, found by its words or SKU, at %s', async (path, list) => {
    const disc = { id: 12, sku: 'BRK-1', name: 'Brake disc', images: [], extraFields: {} };
    const fake = server()
      .on('GET /api/problems', { body: [buildProblem()] })
      .on('GET /api/queue', { body: [] })
      .on('GET /api/queue/settings', { body: { targets: [] } })
      .on('GET /api/products/search', { body: [disc] })
      .on('GET /api/products/12', { body: disc });
    const user = open(path, fake);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await user.click(dialog.getByRole('button', { name: 'Product Any' }));
    const picker = within(screen.getByRole('dialog', { name: 'Choose a product' }));
    await fill(user, picker.getByLabelText('Name, SKU or EAN'), 'brk-1');
    await user.click(await picker.findByRole('option', { name: 'Brake disc BRK-1' }));
    expect(query(fake, 'GET /api/products/search')).toMatchObject({ q: 'brk-1' });
    expect(screen.queryByRole('dialog', { name: 'Choose a product' })).toBeNull();
    expect(await dialog.findByRole('button', { name: 'Product Brake disc' })).toBeTruthy();
    await waitFor(() => expect(query(fake, list)).toMatchObject({ product: '12' }));
    expect(screen.getByRole('button', { name: 'Remove filter: Product: Brake disc', hidden: true })).toBeTruthy();

    await user.click(dialog.getByRole('button', { name: 'Any product' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Product Any' }));
    expect(window.location.search).toBe('');
    expect(screen.queryByRole('list', { name: 'Filters', hidden: true })).toBeNull();
  });

  it('stay open when the picker of a product is closed', async () => {
    const user = open('/customer-questions', server());
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('button', { name: 'Product Any' }));
    fireEvent(screen.getByRole('dialog', { name: 'Choose a product' }), new Event('cancel', { cancelable: true }));
    expect(screen.getAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-label'))).toEqual(['Filter']);
  });

  it('name a product that is gone by its number', async () => {
    open('/customer-questions?product=12', server().on('GET /api/products/12', refusal(404, 'Product not found')));
    expect(await screen.findByRole('button', { name: 'Remove filter: Product: #12' })).toBeTruthy();
  });

  it('have a day that is typed: a year of one digit neither empties the field nor asks for anything', async () => {
    const fake = server();
    const user = open('/customer-questions', fake);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const day = await screen.findByLabelText<HTMLInputElement>('Created from');
    // As browsers tell it while a year is typed.
    for (const value of ['0002-05-03', '0020-05-03', '0202-05-03']) {
      fireEvent.change(day, { target: { value } });
      expect(day.value).toBe(value);
      expect(window.location.search).toBe('');
    }
    fireEvent.change(day, { target: { value: '2026-05-03' } });
    await waitFor(() => expect(query(fake, LIST)).toMatchObject({ createdFrom: timeOf('2026-05-03') }));
    expect(day.value).toBe('2026-05-03');
    fireEvent.change(day, { target: { value: '' } });
    expect(window.location.search).toBe('');
  });

  it.each([
    ['Today', 0],
    ['Last 7 days', 6],
    ['Last 30 days', 29],
  ])('take the days of a range by one button: %s', async (name, daysBefore) => {
    const fake = server();
    const user = open('/customer-questions', fake);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const created = within(await screen.findByRole('group', { name: 'Created' }));
    await user.click(created.getByRole('button', { name }));
    const now = new Date();
    const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore);
    const [from, to] = [dayOf(first.toISOString()), dayOf(now.toISOString())];
    expect(created.getByLabelText<HTMLInputElement>('Created from').value).toBe(from);
    expect(created.getByLabelText<HTMLInputElement>('Created until').value).toBe(to);
    await waitFor(() => expect(query(fake)).toMatchObject({ createdFrom: timeOf(from), createdTo: timeOf(to, true) }));
  });

  it('of the queue are one status, too, or all', async () => {
    const fake = server()
      .on('GET /api/queue', { body: [] })
      .on('GET /api/queue/settings', { body: { targets: [] } });
    const user = open('/queue?status=resolved', fake);
    expect(await screen.findByRole('button', { name: 'Remove filter: Resolved' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Filter/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    for (const status of ['Open', 'In Progress']) await user.click(dialog.getByLabelText(status));
    await waitFor(() => expect(query(fake, 'GET /api/queue')).toMatchObject({ status: 'open,in_progress,resolved' }));
    await user.click(dialog.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(query(fake, 'GET /api/queue').status).toBeUndefined());
  });

  it('reads days as times here, the last one whole', () => {
    const [from, to] = [timeOf('2026-12-01'), timeOf('2026-12-01', true)];
    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 60 * 60 * 1000);
    expect([dayOf(from), dayOf(to, true), dayOf(undefined), timeOf(''), timeOf('0001-01-01')]).toEqual([
      '2026-12-01',
      '2026-12-01',
      '',
      undefined,
      undefined,
    ]);
    const params = new URLSearchParams({ createdFrom: from ?? '', product: '12,13', status: 'open', snoozed: 'false' });
    expect(readFilters(params, THREAD_FILTERS)).toEqual({ createdFrom: from, product: '12,13', snoozed: false });
  });
});
