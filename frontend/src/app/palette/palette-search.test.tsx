import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { open } from '../../../test/open';
import { box, found, isClosed, openPalette, options, paletteServer as server, results } from '../../../test/palette';
import type { Answer } from '../../../test/server';

const chosen = () => results().getByRole('option', { selected: true });
const groups = () =>
  screen
    .getAllByRole('group')
    .filter((one) => one.closest('[role=listbox]'))
    .map((one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent);

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

it('leaves Enter to an input method, also in Safari, where the composition is over by then', async () => {
  const user = open('/', server());
  await openPalette(user);
  await user.keyboard('BD');
  await screen.findByText('2 options');
  for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
    // The browser is free to take the word.
    expect(fireEvent.keyDown(await box(), { key: 'Enter', ...init })).toBe(true);
  }
  expect(window.location.pathname).toBe('/');
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
