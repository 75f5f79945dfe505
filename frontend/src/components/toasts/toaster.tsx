import { CloseOutlined } from '@ant-design/icons';
import * as RadixToast from '@radix-ui/react-toast';
import { useIsMutating, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, type FocusEvent } from 'react';
import { KeyboardHint } from '../commands/keyboard-hint';
import { useCommands } from '../commands/commands';
import { QUICK_CHANGES } from './long-changes';
import { currentToasts, dismissToast, undoOf, useToasts, type Toast } from './toast-store';
import './toaster.css';
import { countNoted, runAction, takeLastUndo, useHasUndo } from './undo-stack';

const LABEL = 'Notification';
const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = 'F8';
const UNDO_KEYS = 'z';
const actionsOf = ({ undo, action }: Toast) => [undo, action].filter((one) => one !== undefined);

/** Waits until the server has answered all changes, and their toasts are shown. */
async function whenAnswered(queryClient: QueryClient): Promise<void> {
  while (queryClient.isMutating(QUICK_CHANGES) > 0)
    await new Promise<void>((resolve) => {
      const stop = queryClient.getMutationCache().subscribe(() => {
        if (queryClient.isMutating(QUICK_CHANGES) > 0) return;
        stop();
        // The toast comes after the answer, and so may a second change that belongs to it.
        setTimeout(resolve);
      });
    });
}

/**
 * Shows the toasts, one at a time. Swiped to the right they go, F8 moves the focus to them. `z` presses the last *Undo*,
 * then the one before it, also of toasts that are gone. The time of a toast stands still while the pointer or the focus is
 * on it.
 */
export function Toaster() {
  const toasts = useToasts();
  const viewport = useRef<HTMLOListElement>(null);
  const focusedBefore = useRef<EventTarget>(null);
  const hasUndo = useHasUndo();
  const queryClient = useQueryClient();
  // What was done last may not be answered yet.
  const isChanging = useIsMutating(QUICK_CHANGES) > 0;
  const run = isChanging || hasUndo ? () => void undoLast() : undefined;
  useCommands([{ label: 'Undo the last change', group: 'Anywhere', keys: UNDO_KEYS, run }]);

  /** What was done last may not be answered yet: the last undo is of something else then. */
  async function undoLast() {
    if (queryClient.isMutating(QUICK_CHANGES) > 0) {
      const before = countNoted();
      await whenAnswered(queryClient);
      // It failed: what was done before it stays.
      if (countNoted() === before) return;
    }
    const undo = takeLastUndo();
    if (!undo) return;
    const told = currentToasts().find((one) => one.open && undoOf(one) === undo);
    runAction(undo, told !== undefined);
    if (told) close(told.id);
  }

  function noteFocus({ relatedTarget }: FocusEvent) {
    if (!(relatedTarget instanceof Node && viewport.current?.contains(relatedTarget)))
      focusedBefore.current = relatedTarget;
  }

  function close(id: number) {
    // With the focus left inside the viewport the next toast's timer would never start.
    const { activeElement: focused } = document;
    if (focused instanceof HTMLElement && viewport.current?.contains(focused)) {
      focused.blur();
      if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true });
    }
    dismissToast(id);
  }

  return (
    <RadixToast.Provider
      label={LABEL}
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toasts.map((toast) => (
        <RadixToast.Root
          key={toast.id}
          className={`toast toast-${toast.variant ?? 'default'}`}
          open={toast.open}
          onOpenChange={(open) => {
            if (!open) close(toast.id);
          }}
        >
          <div className="toast-text">
            {toast.title && <RadixToast.Title className="toast-title">{toast.title}</RadixToast.Title>}
            <RadixToast.Description className="toast-description">{toast.description}</RadixToast.Description>
          </div>
          {actionsOf(toast).map((action) => (
            <RadixToast.Action
              key={action.label}
              className="toast-action hover-fill"
              altText={`${action.label}: press ${HOTKEY}, then Tab`}
              aria-keyshortcuts={action === undoOf(toast) ? UNDO_KEYS : undefined}
              // While a toast goes away, a second click would do it twice.
              onClick={toast.open ? () => runAction(action) : undefined}
            >
              {action.label}
              {action === undoOf(toast) && (
                <span aria-hidden>
                  {' '}
                  <KeyboardHint keys={UNDO_KEYS} />
                </span>
              )}
            </RadixToast.Action>
          ))}
          <RadixToast.Close className="icon-button hover-fill" aria-label="Close notification">
            <CloseOutlined aria-hidden />
          </RadixToast.Close>
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport
        ref={viewport}
        className="toast-viewport"
        hotkey={[HOTKEY]}
        label={LABEL}
        onFocus={noteFocus}
      />
    </RadixToast.Provider>
  );
}
