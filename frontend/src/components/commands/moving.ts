/** The key of the history entry whose screen is drawn; undefined where there is none. */
let shownKey: string | undefined;

/** The key of the history entry that the browser is at, as the router counts it. */
export function entryKey(): string {
  return (window.history.state as { key?: string } | null)?.key ?? 'default';
}

/** Whether the address has changed, and its screen is not drawn yet: its code is loaded, or it is being rendered. */
export function isMoving(): boolean {
  return shownKey !== undefined && entryKey() !== shownKey;
}

/** Notes whose screen is drawn. */
export function noteShown(key: string | undefined): void {
  shownKey = key;
}
