import { CloseOutlined } from '@ant-design/icons';
import * as RadixToast from '@radix-ui/react-toast';
import { useRef, type FocusEvent } from 'react';
import { KeyboardHint } from '../commands/keyboard-hint';
import { useCommands } from '../commands/commands';
import { dismissToast, UNDO, useToasts, type Toast, type ToastAction } from './toast-store';
import './toaster.css';

const LABEL = 'Notification';
const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = 'F8';
const UNDO_KEYS = 'z';
const isUndo = ({ label }: ToastAction) => label === UNDO;
const actionsOf = ({ undo, action }: Toast) => [undo, action].filter((one) => one !== undefined);

/**
 * Shows the toasts, one at a time. Swiped to the right they go, F8 moves the focus to them, and `z` presses *Undo*. The time
 * of a toast stands still while the pointer or the focus is on it.
 */
export function Toaster() {
  const toasts = useToasts();
  const viewport = useRef<HTMLOListElement>(null);
  const focusedBefore = useRef<EventTarget>(null);
  const shown = toasts.find(({ open }) => open);
  const undo = shown && actionsOf(shown).find(isUndo);
  const run = undo && (() => press(shown.id, undo));
  useCommands([{ label: 'Undo, while the notification offers it', group: 'Anywhere', keys: UNDO_KEYS, run }]);

  function press(id: number, { onClick }: ToastAction) {
    onClick();
    close(id);
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
              onClick={action.onClick}
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
