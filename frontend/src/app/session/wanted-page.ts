/** Where a person signs in. */
export const AUTH_PATH = '/auth';

/** Whether a path is that of the sign-in screen, as the router compares: whatever its case, with a slash at its end or not. */
export function isAuthPath(path: string): boolean {
  return /^\/auth\/?$/i.test(path);
}

/** Goes to the sign-in screen, noting in the history entry which page was asked for. */
export function askToSignIn(): void {
  const { pathname, search } = window.location;
  if (!isAuthPath(pathname)) replaceEntry(pathname + search, AUTH_PATH);
}

/**
 * After signing in: puts the page first asked for, or the dashboard, in place of the sign-in screen. Answers whether that
 * was there.
 */
export function returnToWantedPage(): boolean {
  if (!isAuthPath(window.location.pathname)) return false;
  const { wanted } = entryState();
  // Two slashes would begin the name of another server, which a browser refuses.
  replaceEntry(undefined, typeof wanted === 'string' && /^\/(?!\/)/.test(wanted) ? wanted : '/');
  return true;
}

/** Goes on to the sign-in screen after signing out. */
export function goToSignIn(): void {
  window.history.pushState({ idx: Number(entryState().idx ?? 0) + 1 }, '', AUTH_PATH);
}

// The router counts the history entries in `idx`. It stays through a sign-in, or Back could not be held at a changed form.
function replaceEntry(wanted: string | undefined, path: string): void {
  window.history.replaceState({ ...entryState(), wanted }, '', path);
}

function entryState(): { wanted?: unknown; idx?: unknown } {
  return (window.history.state as object | null) ?? {};
}
