interface EntryState {
  key?: string;
}

/** The key of the history entry at which the page was loaded for the first time. */
let openedKey: string | undefined;

/** Gives the current history entry its own key, under which its scroll position is kept: the router gives the first entry none. */
export function nameEntry(): void {
  const state = window.history.state as EntryState | null;
  if (state?.key) return;
  openedKey = Math.random().toString(36).slice(2, 10);
  window.history.replaceState({ ...state, key: openedKey }, '');
}

/** Whether the page was loaded at the history entry with this key: not by Back or Forward, and not once more. */
export function isOpenedEntry(key: string): boolean {
  return key === openedKey;
}

/** From now on Back leads to the entry at which the page was loaded, too. */
export function leaveOpenedEntry(): void {
  openedKey = undefined;
}
