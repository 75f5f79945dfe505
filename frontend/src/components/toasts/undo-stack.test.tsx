import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useShortcutKeys } from '../commands/shortcut-keys';
import { REDO, toast, UNDO } from './toast-store';
import { Toaster } from './toaster';
import { noteUndo } from './undo-stack';

function Keys() {
  useShortcutKeys();
  return null;
}

const shown = () => [...document.querySelectorAll('.toast[data-state="open"]')].map((one) => one.textContent);
const press = () => act(async () => void fireEvent.keyDown(document.body, { key: 'z' }));
/** An undo that notes its name. */
const done: string[] = [];
const undo = (name: string, wait?: Promise<void>) => ({
  label: UNDO,
  onClick: () => {
    done.push(name);
    return wait;
  },
});
beforeEach(() => {
  jest.useFakeTimers();
  done.length = 0;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Keys />
      <Toaster />
    </QueryClientProvider>,
  );
});
afterEach(() => jest.useRealTimers());

it('undoes what toasts told that are gone, the last first, each once', async () => {
  act(() => toast({ description: 'First', action: undo('first') }));
  act(() => toast({ description: 'Second', action: undo('second') }));
  fireEvent.click(within(screen.getByRole('region')).getByRole('button', { name: 'Undo' }));
  act(() => toast({ description: 'Third', action: undo('third') }));
  act(() => jest.advanceTimersByTime(6000));
  for (let presses = 0; presses < 4; presses++) await press();
  expect(done).toEqual(['second', 'third', 'first']);
});

it('leaves the toast of something else, and does not do again', async () => {
  act(() => toast({ description: 'Resolved', action: undo('resolved') }));
  act(() => toast({ description: 'Change undone', action: { ...undo('again'), label: REDO } }));
  await press();
  await press();
  expect([done, shown()]).toEqual([['resolved'], ['Change undoneRedo']]);
});

it('undoes a change of many records only while its toast is there', async () => {
  const large = (name: string) => ({ ...undo(name), isLarge: true });
  act(() => toast({ description: 'Small', action: undo('small') }));
  act(() => toast({ description: 'Many', action: large('many') }));
  await press();
  act(() => toast({ description: 'Many', action: large('replaced') }));
  act(() => toast({ description: 'Other' }));
  act(() => toast({ description: 'Many', action: large('over') }));
  act(() => jest.advanceTimersByTime(6000));
  for (let presses = 0; presses < 3; presses++) await press();
  expect(done).toEqual(['many', 'small']);
});

it('leads on at once while something is being undone', async () => {
  act(() => toast({ description: 'First', action: undo('first', new Promise(() => undefined)) }));
  await press();
  act(() => toast({ description: 'Added', action: { ...undo('open'), label: 'Open' } }));
  fireEvent.click(within(screen.getByRole('region')).getByRole('button', { name: 'Open' }));
  expect(done).toEqual(['first', 'open']);
});

it('waits for the one before, also where that fails', async () => {
  let fail: (reason: Error) => void = () => undefined;
  act(() => toast({ description: 'First', action: undo('first') }));
  act(() => toast({ description: 'Second', action: undo('second', new Promise((_, reject) => (fail = reject))) }));
  await press();
  await press();
  expect(done).toEqual(['second']);
  await act(async () => fail(new Error('Refused')));
  expect(done).toEqual(['second', 'first']);
});

it('undoes what belongs together at once, and what was answered late in its turn', async () => {
  const batch = {};
  act(() => toast({ description: 'Tagged A', action: { ...undo('A'), of: batch } }));
  act(() => toast({ description: 'Tagged A. Tagged B', action: { ...undo('A and B'), of: batch } }));
  act(() => noteUndo(undo('answered late'), true));
  for (let presses = 0; presses < 3; presses++) await press();
  expect(done).toEqual(['A and B', 'answered late']);
});

it('forgets all but the last twenty', async () => {
  for (let count = 1; count <= 25; count++) act(() => toast({ description: `${count}`, action: undo(`${count}`) }));
  for (let presses = 0; presses < 25; presses++) await press();
  expect(done).toHaveLength(20);
  expect(done.at(-1)).toBe('6');
});
