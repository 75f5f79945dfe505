/** Where a person signs in. */
export const AUTH_PATH = '/auth';

/** Goes to the sign-in screen, noting in the history entry which page was asked for. */
export function askToSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname !== AUTH_PATH) replaceEntry(pathname + search, AUTH_PATH);
}

/**
 * After signing in: puts the page first asked for, or the dashboard, in place of the sign-in screen. Answers whether that
 * was there.
 */
export function returnToWantedPage(): boolean {
  if (window.location.pathname !== AUTH_PATH) return false;
  const { wanted } = entryState();
  replaceEntry(undefined, typeof wanted === 'string' && wanted.startsWith('/') ? wanted : '/');
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
