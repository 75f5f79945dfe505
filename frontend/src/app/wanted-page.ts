import { features } from './features';

const patterns = features.flatMap(({ routes }) =>
  routes.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)),
);

/** Where a person signs in. */
export const AUTH_PATH = '/auth';

/** Whether a screen answers at this path. */
export function isKnownPath(path: string): boolean {
  return path === AUTH_PATH || patterns.some((pattern) => pattern.test(path));
}

/** Goes to the sign-in screen, noting in the history entry which page was asked for. */
export function askToSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname !== AUTH_PATH) window.history.replaceState({ wanted: pathname + search }, '', AUTH_PATH);
}

/** After signing in: puts the page first asked for, or the dashboard, in place of the sign-in screen. */
export function returnToWantedPage(): void {
  if (window.location.pathname !== AUTH_PATH) return;
  const state: unknown = window.history.state;
  const wanted = typeof state === 'object' && state !== null && 'wanted' in state ? state.wanted : '/';
  window.history.replaceState(null, '', typeof wanted === 'string' && wanted.startsWith('/') ? wanted : '/');
}
