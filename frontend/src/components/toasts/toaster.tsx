import { CloseOutlined } from '@ant-design/icons';
import * as RadixToast from '@radix-ui/react-toast';
import { useRef } from 'react';
import { dismissToast, useToasts } from './toast-store';
import './toaster.css';

const LABEL = 'Notification';
const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = 'F8';

/**
 * Shows the toasts, one at a time. Swiped to the right they go, and F8 moves the focus to them. The time of a toast stands
 * still while the pointer or the focus is on it.
 */
export function Toaster() {
  const toasts = useToasts();
  const viewport = useRef<HTMLOListElement>(null);

  function close(id: number) {
    // With the focus left inside the viewport the next toast's timer would never start.
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && viewport.current?.contains(focused)) focused.blur();
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
          {toast.action && (
            <RadixToast.Action
              className="toast-action hover-fill"
              altText={`${toast.action.label}: press ${HOTKEY}, then Tab`}
              onClick={toast.action.onClick}
            >
              {toast.action.label}
            </RadixToast.Action>
          )}
          <RadixToast.Close className="icon-button hover-fill" aria-label="Close notification">
            <CloseOutlined aria-hidden />
          </RadixToast.Close>
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport ref={viewport} className="toast-viewport" hotkey={[HOTKEY]} label={LABEL} />
    </RadixToast.Provider>
  );
}
