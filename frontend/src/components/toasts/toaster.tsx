import { CloseOutlined } from '@ant-design/icons';
import * as RadixToast from '@radix-ui/react-toast';
import { useIsMutating, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, type FocusEvent } from 'react';
import { KeyboardHint } from '../commands/keyboard-hint';
import { useCommands } from '../commands/commands';
import { QUICK_CHANGES } from './long-changes';
import { currentToasts, dismissToast, UNDO, useToasts, type Toast, type ToastAction } from './toast-store';
import './toaster.css';

const LABEL = 'Notification';
const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = 'F8';
const UNDO_KEYS = 'z';
const isUndo = ({ label }: ToastAction) => label === UNDO;
const newest = () => currentToasts().find(({ open }) => open);
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
 * Shows the toasts, one at a time. Swiped to the right they go, F8 moves the focus to them, and `z` presses *Undo*. The time
 * of a toast stands still while the pointer or the focus is on it.
 */
export function Toaster() {
  const toasts = useToasts();
  const viewport = useRef<HTMLOListElement>(null);
  const focusedBefore = useRef<EventTarget>(null);
  const shown = toasts.find(({ open }) => open);
  const queryClient = useQueryClient();
  // What was done last may not be answered yet.
  const isChanging = useIsMutating(QUICK_CHANGES) > 0;
  const run = isChanging || (shown && actionsOf(shown).some(isUndo)) ? () => void undoNewest() : undefined;
  useCommands([{ label: 'Undo, while the notification offers it', group: 'Anywhere', keys: UNDO_KEYS, run }]);

  /** The toast of what was done last may not be there yet: the one on the screen is about something else then. */
  async function undoNewest() {
    if (queryClient.isMutating(QUICK_CHANGES) > 0) await whenAnswered(queryClient);
    const toast = newest();
    const undo = toast && actionsOf(toast).find(isUndo);
    if (!undo) return;
    undo.onClick();
    close(toast.id);
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
              aria-keyshortcuts={isUndo(action) ? UNDO_KEYS : undefined}
              // While a toast goes away, a second click would do it twice.
              onClick={toast.open ? action.onClick : undefined}
            >
              {action.label}
              {isUndo(action) && (
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
