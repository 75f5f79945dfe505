import { screen, waitFor, within } from '@testing-library/react';
import { anna, open } from '../../../test/open';
import { box, isClosed, openPalette, options, paletteServer as server } from '../../../test/palette';
import { remember } from '../../components/commands/recents';
import { features } from '../features';

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
