import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render as renderAlone, screen, within } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { LONG_CHANGE } from './long-changes';
import { toast, TOAST_REMOVAL_DELAY } from './toast-store';
import { useShortcutKeys } from '../commands/shortcut-keys';
import { Toaster } from './toaster';

function Keys() {
  useShortcutKeys();
  return null;
}

const queryClient = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const render = (ui: ReactElement) => renderAlone(ui, { wrapper });

const shown = () => [...document.querySelectorAll('.toast[data-state="open"]')].map((one) => one.textContent);

describe('the toaster', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    act(() => jest.advanceTimersByTime(TOAST_REMOVAL_DELAY + 5000));
    jest.useRealTimers();
  });

  it('shows one toast at a time in a region called Notification', () => {
    render(<Toaster />);
    act(() => toast({ title: 'Success', description: 'First' }));
    act(() => toast({ description: 'Second', variant: 'destructive' }));
    expect(shown()).toEqual(['Second']);
    expect(screen.getByRole('region', { name: 'Notification' })).toBeTruthy();
  });

  it('takes a toast away after 5000 ms', () => {
    render(<Toaster />);
    act(() => toast({ description: 'Short' }));
    act(() => jest.advanceTimersByTime(4900));
    expect(shown()).toEqual(['Short']);
    act(() => jest.advanceTimersByTime(200));
    expect(shown()).toEqual([]);
  });

  it('closes by its button, and the next one still leaves by itself', () => {
    render(<Toaster />);
    act(() => toast({ description: 'First' }));
    const close = within(screen.getByRole('region')).getByRole('button', { name: 'Close notification' });
    close.focus();
    fireEvent.click(close);
    expect(shown()).toEqual([]);
    expect(document.activeElement).toBe(document.body);
    act(() => toast({ description: 'Next' }));
    act(() => jest.advanceTimersByTime(5100));
    expect(shown()).toEqual([]);
  });

  it('moves the focus to the region on F8', () => {
    render(<Toaster />);
    act(() => toast({ description: 'Here' }));
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(screen.getByRole('region').contains(document.activeElement)).toBe(true);
  });

  it('offers one action, which closes the toast', () => {
    const undo = jest.fn();
    render(<Toaster />);
    act(() => toast({ description: 'Problem deleted', action: { label: 'Undo', onClick: undo } }));
    const region = within(screen.getByRole('region'));
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    fireEvent.click(region.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual([]);
    act(() => toast({ description: 'Without' }));
    expect(region.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('undoes by a key, which leaves other actions and text fields alone', () => {
    const undo = jest.fn();
    render(
      <>
        <Keys />
        <textarea aria-label="Text" />
        <Toaster />
      </>,
    );
    const press = (target: Element = document.body) => fireEvent.keyDown(target, { key: 'z' });
    act(() => toast({ description: 'Added', action: { label: 'Open', onClick: undo } }));
    press();
    act(() => toast({ description: 'Resolved', action: { label: 'Undo', onClick: undo } }));
    press(screen.getByLabelText('Text'));
    expect(undo).not.toHaveBeenCalled();
    press();
    press();
    expect(undo).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual([]);
  });

  it('undoes by a key while a change that takes minutes is not answered', () => {
    const undo = jest.fn();
    const options = { meta: LONG_CHANGE, mutationFn: () => new Promise<void>(() => undefined) };
    void queryClient.getMutationCache().build(queryClient, options).execute(undefined);
    render(
      <>
        <Keys />
        <Toaster />
      </>,
    );
    act(() => toast({ description: 'Resolved', action: { label: 'Undo', onClick: undo } }));
    fireEvent.keyDown(document.body, { key: 'z' });
    queryClient.clear();
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it('offers an undo next to another action', () => {
    const undo = jest.fn();
    const open = jest.fn();
    render(
      <>
        <Keys />
        <Toaster />
      </>,
    );
    const message = { description: 'Resolved', action: { label: 'Open', onClick: open } };
    act(() => toast({ ...message, undo: { label: 'Undo', onClick: undo } }));
    const region = within(screen.getByRole('region'));
    expect(region.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Undo z', 'Open', '']);
    fireEvent.click(region.getByRole('button', { name: 'Open' }));
    expect(undo).not.toHaveBeenCalled();
    expect(shown()).toEqual([]);
    act(() => toast({ ...message, undo: { label: 'Undo', onClick: undo } }));
    fireEvent.keyDown(document.body, { key: 'z' });
    expect(undo).toHaveBeenCalledTimes(1);
    expect(open).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual([]);
  });

  it('gives the focus back to where it was when an action is done', () => {
    render(
      <>
        <button>Row</button>
        <Toaster />
      </>,
    );
    act(() => toast({ description: 'Resolved', action: { label: 'Undo', onClick: () => undefined } }));
    const row = screen.getByRole('button', { name: 'Row' });
    row.focus();
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    const action = within(screen.getByRole('region')).getByRole('button', { name: 'Undo' });
    action.focus();
    fireEvent.click(action);
    expect(document.activeElement).toBe(row);
    act(() => toast({ description: 'Next' }));
    act(() => jest.advanceTimersByTime(5100));
    expect(shown()).toEqual([]);
  });

  it('keeps the toast that an action shows', () => {
    render(<Toaster />);
    act(() =>
      toast({ description: 'Saved', action: { label: 'Undo', onClick: () => toast({ description: 'Undone' }) } }),
    );
    fireEvent.click(within(screen.getByRole('region')).getByRole('button', { name: 'Undo' }));
    expect(shown()).toEqual(['Undone']);
    act(() => jest.advanceTimersByTime(5100));
    expect(shown()).toEqual([]);
  });

  it.each([
    [
      'pointer',
      (one: HTMLElement) => fireEvent.pointerMove(one),
      () => fireEvent.pointerLeave(screen.getByRole('region')),
    ],
    ['focus', (one: HTMLElement) => act(() => one.focus()), (one: HTMLElement) => act(() => one.blur())],
  ])('stays while the %s is on it', (_what, enter, leave) => {
    render(<Toaster />);
    act(() => toast({ description: 'Deleted', action: { label: 'Undo', onClick: () => undefined } }));
    act(() => jest.advanceTimersByTime(4000));
    const undo = within(screen.getByRole('region')).getByRole('button', { name: 'Undo' });
    enter(undo);
    act(() => jest.advanceTimersByTime(60_000));
    expect(shown()).toEqual(['DeletedUndo z']);
    leave(undo);
    act(() => jest.advanceTimersByTime(1100));
    expect(shown()).toEqual([]);
  });
});
