/** Milliseconds after which the keys work again, whatever became of the field. */
const HOLD_MS = 5000;

let heldUntil = 0;

/** Between the key that asks for a field and the field: what is typed is meant for it, and must not run shortcuts. */
export function holdShortcuts(): void {
  heldUntil = Date.now() + HOLD_MS;
}

/** The field has the focus. */
export function releaseShortcuts(): void {
  heldUntil = 0;
}

export function areShortcutsHeld(): boolean {
  return Date.now() < heldUntil;
}
