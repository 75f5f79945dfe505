import { useLayoutEffect, useRef, type ReactNode } from 'react';
import './modal-dialog.css';

interface ModalDialogProps {
  label: string;
  className: string;
  onClose: () => void;
  /** What Escape and a click outside do, where they are not to close it. */
  onCancel?: () => void;
  children: ReactNode;
}

/** The browser's own dialog, open as long as it is there: it opens at once, keeps the focus and gives it back. */
export function ModalDialog({ label, className, onClose, onCancel = onClose, children }: ModalDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label={label}
      className={`modal-dialog ${className}`}
      onCancel={(event) => {
        // React passes on that of a dialog inside.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onCancel();
      }}
      // Some ways to close ask nobody; and in StrictMode it was opened again before this is told.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      // Who selects text with the mouse may let go outside.
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isPressedOutside.current) onCancel();
      }}
    >
      {children}
    </dialog>
  );
}
