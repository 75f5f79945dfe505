import { screen, waitFor, within } from '@testing-library/react';
import { buildThread } from '../../../../test/builders';
import { buildProduct, fakeServer, fill, open } from '../../../../test/open';

const LIST = 'GET /api/customer-questions';
const SEARCH = 'GET /api/customer-questions/search';
const FIND = 'GET /api/products/search';
const server = () =>
  fakeServer()
    .on(LIST, ({ query }) => ({ body: query.size > 2 ? [] : [buildThread({ title: 'Does it fit?' })] }))
    .on(SEARCH, { body: [] });
const focused = () => document.activeElement;

describe('the search for a product', () => {
  it('says that it failed, and tries again', async () => {
    const fake = server().on(FIND, { status: 503, body: '' });
    const user = open('/customer-questions', fake);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('button', { name: 'Product Any' }));
    const picker = within(screen.getByRole('dialog', { name: 'Choose a product' }));
    const input = picker.getByLabelText('Name, SKU or EAN');
    await fill(user, input, 'brk-1');
    expect((await picker.findByRole('alert')).textContent).toContain('Search failed');
    expect(picker.queryByText('No products found')).toBeNull();
    fake.on(FIND, { body: [buildProduct({ name: 'Brake disc' })] });
    await user.click(picker.getByRole('button', { name: 'Retry' }));
    expect(await picker.findByRole('option', { name: /^Brake disc/ })).toBeTruthy();
    expect(picker.queryByRole('alert')).toBeNull();
    expect(focused()).toBe(input);
  });
});

describe('an extra field', () => {
  it('is set when the whole field is left, not between its name and its value', async () => {
    const fake = server().on('GET /api/products', { body: [] });
    const user = open('/products?field=Axle:front', fake);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Side');
    await user.tab();
    expect(focused()).toBe(dialog.getByLabelText('Value'));
    expect(new URLSearchParams(window.location.search).get('field')).toBe('Axle:front');
    await user.clear(dialog.getByLabelText('Value'));
    await user.type(dialog.getByLabelText('Value'), 'left');
    await user.tab();
    expect(new URLSearchParams(window.location.search).get('field')).toBe('Side:left');
    const asked = () => fake.callsTo('GET /api/products').map(({ query }) => query.get('field'));
    await waitFor(() => expect(asked()).toContain('Side:left'));
    expect(asked()).not.toContain('Side:front');
  });

  it('keeps the focus when Enter sets it, and shows what it is set to elsewhere', async () => {
    const user = open('/products?field=Axle:front', fakeServer().on('GET /api/products', { body: [] }));
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await user.clear(dialog.getByLabelText('Value'));
    await user.type(dialog.getByLabelText('Value'), 'rear{Enter}');
    expect(new URLSearchParams(window.location.search).get('field')).toBe('Axle:rear');
    expect(focused()).toBe(dialog.getByLabelText('Value'));
    await user.click(dialog.getByRole('button', { name: 'Clear filters' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    expect(dialog.getByLabelText<HTMLInputElement>('Value').value).toBe('');
  });
});

describe('what takes out a filter', () => {
  it('gives the focus to the next one, and at the end to the button of the filters', async () => {
    const user = open('/customer-questions?assignee=none&waiting=true', server());
    const chips = within(await screen.findByRole('list', { name: 'Filters' }));
    await user.click(chips.getByRole('button', { name: 'Remove filter: Unassigned' }));
    expect(focused()).toBe(chips.getByRole('button', { name: 'Remove filter: Customer waits' }));
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
    expect(focused()).toBe(screen.getByRole('button', { name: 'Filter' }));
  });

  it.each([
    ['above the list', '.filter-chips'],
    ['in the empty list', '.state'],
  ])('gives the focus to the button of the filters: all of them, %s', async (_where, place) => {
    const user = open('/customer-questions?assignee=none', server());
    await screen.findByText('No questions match the filters.');
    const button = within(document.querySelector<HTMLElement>(place)!).getByRole('button', { name: 'Clear filters' });
    await user.click(button);
    expect(await screen.findByRole('article', { name: 'Does it fit?' })).toBeTruthy();
    expect(focused()).toBe(screen.getByRole('button', { name: 'Filter' }));
  });

  it('gives the focus to the search box: the search', async () => {
    const user = open('/customer-questions?q=clutch', server());
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('article', { name: 'Does it fit?' })).toBeTruthy();
    expect(focused()).toBe(screen.getByRole('searchbox'));
  });

  it('gives the focus to the heading: the status', async () => {
    const user = open('/customer-questions?status=resolved', server());
    await user.click(await screen.findByRole('button', { name: 'Show all statuses' }));
    expect(await screen.findByRole('article', { name: 'Does it fit?' })).toBeTruthy();
    expect(focused()).toBe(screen.getByRole('heading', { level: 1 }));
  });
});
