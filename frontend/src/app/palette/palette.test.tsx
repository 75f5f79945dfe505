import type { SearchAnswerDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildHit } from '../../../test/found';
import { anna, buildProduct, fakeServer, open } from '../../../test/open';
import type { Answer } from '../../../test/server';
import { remember } from '../../components/commands/recents';
import { features } from '../features';

const box = () => screen.findByRole('combobox', { name: 'Search' });
const results = () => within(screen.getByRole('listbox', { name: 'Results' }));
const options = () =>
  results()
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);
const chosen = () => results().getByRole('option', { selected: true });
const groups = () =>
  screen
    .getAllByRole('group')
    .filter((one) => one.closest('[role=listbox]'))
    .map((one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent);
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull());

const found: SearchAnswerDto = {
  groups: [
    {
      kind: 'product',
      partial: false,
      hits: [
        buildHit({
          id: 7,
          code: 'BD-7',
          status: 'active',
          fragment: [
            { text: 'BD', match: true },
            { text: '-7', match: false },
          ],
        }),
      ],
    },
    {
      kind: 'question',
      partial: false,
      hits: [
        buildHit({
          id: 3,
          status: 'in_progress',
          title: [
            { text: 'BD', match: true },
            { text: ' or not?', match: false },
          ],
        }),
      ],
    },
  ],
};

function server(answer: Answer | (() => Promise<Answer>) = { body: found }) {
  return fakeServer()
    .on('GET /api/search', answer)
    .on('GET /api/products/7', { body: buildProduct({ id: 7 }) })
    .on('POST /api/presence', { body: { viewers: [] } });
}

async function openPalette(user: UserEvent): Promise<void> {
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await box();
}

it('offers every screen that needs no record, and the actions', () => {
  const paths = features
    .flatMap(({ routes }) => routes.map(({ path }) => path))
    .filter((path) => !path.includes(':') && path !== '/products/add');
  const led = features.flatMap(({ commands }) => commands.map(({ path }) => path));
  expect(led).toEqual(expect.arrayContaining(paths));
  const keys = features.flatMap(({ commands }) => commands.flatMap((command) => command.keys ?? []));
  expect(new Set(keys).size).toBe(keys.length);
});

it('opens from a field and by the button, and gives the focus back', async () => {
  const user = open('/products', server());
  const field = await screen.findByRole('searchbox');
  await user.click(field);
  await user.keyboard('{Control>}k{/Control}');
  expect(document.activeElement).toBe(await box());
  expect(options()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Dashboard'),
      expect.stringContaining('New Question'),
      expect.stringContaining('Logout'),
    ]),
  );
  await user.keyboard('{Escape}');
  await isClosed();
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await box();
  await user.keyboard('{Control>}k{/Control}');
  await isClosed();
});

it('shows what was found by kind, with what matches marked, and leads to it', async () => {
  const user = open('/', server());
  await openPalette(user);
  await user.keyboard('BD');
  expect(await screen.findByText('2 options')).toBeTruthy();
  expect(groups()).toEqual(['Products', 'Questions']);
  expect(options()).toEqual(['Brake disc BD-7 ', 'BD or not? In Progress']);
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['BD', 'BD']);
  expect((await box()).getAttribute('aria-activedescendant')).toBe(chosen().id);
  await user.keyboard('{Enter}');
  await isClosed();
  expect(window.location.pathname).toBe('/products/7');
});

it('goes through the lines by the arrow keys, Home and End', async () => {
  const user = open('/', server());
  await openPalette(user);
  await user.keyboard('BD');
  await screen.findByText('2 options');
  const walk: [string, string][] = [
    ['{ArrowDown}', 'or not?'],
    ['{ArrowDown}', 'Brake disc'],
    ['{ArrowUp}', 'or not?'],
    ['{Home}', 'Brake disc'],
    ['{End}', 'or not?'],
  ];
  for (const [key, title] of walk) {
    await user.keyboard(key);
    await waitFor(() => expect(chosen().textContent).toContain(title));
  }
});

it('waits with Enter for what was typed, instead of opening what was found before', async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const fake = server();
  const user = open('/', fake);
  await openPalette(user);
  await user.keyboard('4');
  await screen.findByText('2 options');
  fake.on('GET /api/search', () => new Promise((resolve) => (answer = resolve)));
  await user.keyboard('7{Enter}');
  expect(window.location.pathname).toBe('/');
  answer({ body: { groups: [found.groups[1]] } });
  await isClosed();
  expect(window.location.pathname).toBe('/customer-questions/3');
});

it('opens the line that was clicked, though another text is being searched for', async () => {
  const fake = server();
  const user = open('/', fake);
  await openPalette(user);
  await user.keyboard('4');
  await screen.findByText('2 options');
  fake.on('GET /api/search', () => new Promise(() => undefined));
  await user.keyboard('7');
  await user.click(results().getAllByRole('option')[0]!);
  await isClosed();
  expect(window.location.pathname).toBe('/products/7');
});

it('asks for each text once, with the call before cancelled', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const fake = server(() => new Promise(() => undefined));
  const user = open('/', fake);
  const { fetch } = window;
  window.fetch = (input, init) => {
    if (String(input).startsWith('/api/search')) signals.push(init?.signal);
    return fetch(input, init);
  };
  await openPalette(user);
  await user.keyboard('zq');
  expect(await screen.findByText('Searching…')).toBeTruthy();
  await waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]));
});

it('opens in a new tab with Ctrl+Enter', async () => {
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  const user = open('/', server());
  await openPalette(user);
  await user.keyboard('BD');
  await screen.findByText('2 options');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await isClosed();
  expect(opened).toHaveBeenCalledWith('/products/7', '_blank', 'noopener');
  expect(window.location.pathname).toBe('/');
});

it('says that nothing was found, and that it could not search', async () => {
  const fake = server({ body: { groups: [] } });
  const user = open('/', fake);
  await openPalette(user);
  await user.keyboard('zzz');
  expect((await screen.findByText('Nothing found for “zzz”')).getAttribute('role')).toBe('status');
  expect((await box()).getAttribute('aria-expanded')).toBe('false');
  fake.on('GET /api/search', { status: 500, body: '' });
  await user.keyboard('q');
  expect(await screen.findByText('Search failed')).toBeTruthy();
  fake.on('GET /api/search', { body: found });
  const palette = within(await screen.findByRole('dialog'));
  await user.click(palette.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('2 options')).toBeTruthy();
  expect(document.activeElement).toBe(await box());
});

it('runs an action', async () => {
  const user = open('/', server().on('POST /api/logout', {}));
  await openPalette(user);
  await user.keyboard('sign out');
  await screen.findByText('4 options');
  await user.keyboard('{Enter}');
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});

it('has first what was opened last, none of it twice, and forgets it at sign-out', async () => {
  for (let id = 1; id <= 9; id += 1) remember(anna.id, { kind: 'product', recordId: id, title: `Part ${id}` });
  remember(anna.id, { kind: 'product', recordId: 4, title: 'Part four' });
  remember(anna.id + 1, { kind: 'product', recordId: 77, title: 'Of somebody else' });
  const user = open('/', server({ body: { groups: [] } }).on('POST /api/logout', {}));
  await openPalette(user);
  expect(options().slice(0, 9)).toEqual([
    ...['four', 9, 8, 7, 6, 5, 3, 2].map((name) => `Part ${name} product`),
    expect.stringContaining('Dashboard'),
  ]);
  await user.keyboard('upd{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Updates' })).toBeTruthy();
  await user.keyboard('{Control>}k{/Control}');
  await box();
  expect(options()[0]).toBe('Part four product');
  await user.keyboard('log{Enter}');
  await screen.findByLabelText('Password');
  expect(localStorage.getItem(`recent-${anna.id}`)).toBeNull();
  expect(localStorage.getItem(`recent-${anna.id + 1}`)).not.toBeNull();
});

it('lists the shortcuts of the screen, and switches single keys off', async () => {
  const user = open('/products', server());
  await screen.findByRole('searchbox');
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const label of ['Search', 'Dashboard', 'New Product', 'Search products', 'Focus the notification'])
    expect(within(list).getByText(label)).toBeTruthy();
  await user.click(within(list).getByRole('checkbox', { name: /Single-key shortcuts/ }));
  await user.click(within(list).getByRole('button', { name: 'Close' }));
  await user.keyboard('?n');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(window.location.pathname).toBe('/products');
});

it('changes the theme', async () => {
  const user = open('/', server({ body: { groups: [] } }));
  await openPalette(user);
  await user.keyboard('dark{Enter}');
  await waitFor(() => expect(document.documentElement.className).toBe('theme-dark'));
  await user.keyboard('{Control>}k{/Control}');
  await box();
  await user.keyboard('system{Enter}');
  await waitFor(() => expect(document.documentElement.className).toBe('theme-light'));
});
