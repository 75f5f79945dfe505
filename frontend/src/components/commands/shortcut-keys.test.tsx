import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useCommands } from './commands';
import { noteDrawn } from './moving';
import { keysToPress, OFF, pressHeldKeys, SINGLE_KEYS_KEY, useShortcutKeys } from './shortcut-keys';
import { holdShortcuts, releaseShortcuts } from './shortcut-hold';
import { writeLocalStorage } from '../lib/use-local-storage';

let ran: string[];

function Screen({ label = 'New' }: { label?: string }) {
  useShortcutKeys();
  useCommands([
    { label, group: 'This screen', keys: 'n', run: () => ran.push(label) },
    { label: 'Dashboard', group: 'Screens', keys: 'g d', run: () => ran.push('Dashboard') },
    { label: 'Search', group: 'Anywhere', keys: 'mod+k', run: () => ran.push('Search') },
    { label: 'Help', group: 'Anywhere', keys: '?', run: () => ran.push('Help') },
    { label: 'Add', group: 'This screen', keys: 'mod+Enter' },
  ]);
  return (
    <>
      <textarea aria-label="Text" />
      <input type="checkbox" aria-label="Done" />
    </>
  );
}

/** Presses keys and answers whether the page took the last one from the browser. */
function press(target: Element, ...keys: (string | KeyboardEventInit)[]): boolean {
  return keys.map((key) => !fireEvent.keyDown(target, typeof key === 'string' ? { key } : key)).at(-1) ?? false;
}

beforeEach(() => {
  ran = [];
  releaseShortcuts();
});

it('runs what was registered for a key, for Ctrl with a key and for one key after the other', () => {
  render(<Screen />);
  expect(press(document.body, 'n')).toBe(true);
  press(document.body, { key: '?', shiftKey: true }, { key: 'k', ctrlKey: true }, 'g', 'd');
  expect(ran).toEqual(['New', 'Help', 'Search', 'Dashboard']);
});

it('runs the newest of what is there, as it is now, and nothing when it is gone', () => {
  const { rerender, unmount } = render(<Screen />);
  rerender(<Screen label="Newer" />);
  press(document.body, 'n');
  unmount();
  press(document.body, 'n');
  expect(ran).toEqual(['Newer']);
});

it('keeps what is typed for the field that was asked for, and runs no shortcut until it has the focus', async () => {
  render(<Screen />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  holdShortcuts();
  expect(press(document.body, 'n')).toBe(true);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000);
  expect(press(document.body, { key: 'N', shiftKey: true }, 'Enter', 'o')).toBe(true);
  expect(press(document.body, 'Tab', { key: 'n', repeat: true })).toBe(false);
  now.mockRestore();
  expect(ran).toEqual([]);
  field.focus();
  await waitFor(() => expect(field.value).toBe('nN\no'));
  field.blur();
  press(document.body, 'n');
  field.focus();
  expect([ran, field.value]).toEqual([['New'], 'nN\no']);
});

it('keeps the order of what is typed before and after the field has the focus', async () => {
  render(<Screen />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  holdShortcuts();
  press(document.body, 'a', 'b');
  field.focus();
  // The browser writes a key that comes before the timers.
  field.setRangeText('c', 0, 0, 'end');
  await waitFor(() => expect(field.value).toBe('abc'));
  expect(field.selectionStart).toBe(3);
});

it.each([
  ['Escape', () => press(document.body, 'Escape')],
  ['a click', () => fireEvent.pointerDown(document.body)],
  ['the way back', () => fireEvent.popState(window)],
])('lets the keys work again after %s, without the field', (_, leave) => {
  render(<Screen />);
  holdShortcuts();
  press(document.body, 'x');
  leave();
  press(document.body, 'n');
  expect(ran).toEqual(['New']);
});

it('leaves other keys to the browser', () => {
  render(<Screen />);
  const others = [
    { key: 'n', ctrlKey: true },
    { key: 'n', altKey: true },
    { key: 'N', shiftKey: true },
    { key: 'n', repeat: true },
    { key: 'n', isComposing: true },
    { key: 'n', keyCode: 229 },
    { key: 'K', ctrlKey: true, shiftKey: true },
    { key: 'Enter', ctrlKey: true },
    { key: 'd' },
  ];
  for (const key of others) expect(press(document.body, key)).toBe(false);
  expect(ran).toEqual([]);
});

it('forgets the first of two keys after another, and after a while', () => {
  render(<Screen />);
  press(document.body, 'g', 'x', 'd');
  expect(ran).toEqual([]);
  const now = jest.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1000);
  press(document.body, 'g');
  now.mockReturnValue(2600);
  press(document.body, 'd');
  now.mockRestore();
  expect(ran).toEqual([]);
});

it('takes single keys neither while somebody types nor when they are switched off, but those with Ctrl always', () => {
  render(<Screen />);
  const field = screen.getByLabelText('Text');
  expect(press(field, 'n', 'g', 'd', '?')).toBe(false);
  press(field, { key: 'k', ctrlKey: true });
  writeLocalStorage(SINGLE_KEYS_KEY, OFF);
  press(document.body, 'n', '?', 'g', 'd', { key: 'k', ctrlKey: true });
  expect(ran).toEqual(['Search', 'Search']);
});

it('takes single keys while a box to tick has the focus', () => {
  render(<Screen />);
  press(screen.getByRole('checkbox'), 'n');
  expect(ran).toEqual(['New']);
});

it('takes no key while a dialog is open', () => {
  render(
    <>
      <Screen />
      <div role="dialog" aria-modal="true" />
    </>,
  );
  press(document.body, 'n', { key: 'k', ctrlKey: true });
  expect(ran).toEqual([]);
});

it('names keys as a keyboard does', () => {
  expect(['g d', 'mod+k', 'mod+Enter', 'ArrowLeft', '?'].map(keysToPress)).toEqual([
    ['g', 'd'],
    ['Ctrl', 'K'],
    ['Ctrl', 'Enter'],
    ['←'],
    ['?'],
  ]);
});

it('takes a letter with Shift for no shortcut, with Caps Lock neither', () => {
  render(<Screen />);
  press(document.body, { key: 'N', shiftKey: true }, { key: 'n', shiftKey: true });
  expect(ran).toEqual([]);
});

describe('while the next screen is on its way', () => {
  beforeEach(() => {
    noteDrawn('/old');
    window.history.replaceState(null, '', '/new');
  });
  afterEach(() => {
    noteDrawn(undefined);
    window.history.replaceState(null, '', '/');
    jest.restoreAllMocks();
  });

  it('keeps the keys of a screen for the next one, and runs what leads elsewhere', () => {
    const { rerender } = render(<Screen label="Old" />);
    expect(press(document.body, 'n')).toBe(true);
    expect(press(document.body, 'Tab')).toBe(false);
    press(document.body, { key: 'k', ctrlKey: true });
    expect(ran).toEqual(['Search']);
    rerender(<Screen label="New" />);
    noteDrawn('/new');
    pressHeldKeys();
    expect(ran).toEqual(['Search', 'New']);
  });

  it('presses what has the focus by then where Enter came after other keys', () => {
    render(<Screen />);
    const [before, after] = ['Before', 'After'].map((text) => {
      const button = document.body.appendChild(document.createElement('button'));
      button.onclick = () => ran.push(text);
      return button;
    });
    before!.focus();
    expect(press(before!, 'n', 'Enter')).toBe(true);
    after!.focus();
    noteDrawn('/new');
    pressHeldKeys();
    expect(ran).toEqual(['New', 'After']);
    before!.remove();
    after!.remove();
  });

  it('runs them at once where only the parameters of the address change', () => {
    noteDrawn('/new');
    window.history.replaceState({ key: 'other' }, '', '/new?q=filter');
    render(<Screen />);
    press(document.body, 'n');
    expect(ran).toEqual(['New']);
  });

  it('forgets keys for a screen that was long in coming', () => {
    render(<Screen />);
    press(document.body, 'n');
    const later = performance.now() + 1000;
    jest.spyOn(performance, 'now').mockReturnValue(later);
    noteDrawn('/new');
    pressHeldKeys();
    expect(ran).toEqual([]);
  });
});
