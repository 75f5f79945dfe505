import { getReadCurrentUserQueryKey, readCurrentUser } from '@ecom-crm/openapi/auth/auth';
import type { UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { holdShortcuts, releaseShortcuts } from '../../components/commands/shortcut-hold';
import { hasStatus } from '../../components/lib/api-errors';

const SESSION_ENDED_KEY = ['session-ended'];

const currentUserQuery = queryOptions<UserDto | null>({
  queryKey: getReadCurrentUserQueryKey(),
  queryFn: ({ signal }) =>
    readCurrentUser({ signal }).catch((error: unknown) => {
      if (hasStatus(error, 401)) return null;
      throw error;
    }),
  gcTime: Infinity,
});

/** The signed-in person, or null when signed out. */
export function useCurrentUser() {
  return useQuery(currentUserQuery);
}

/** Asks for the signed-in person before anything is drawn; null where the page came for a request without a session. */
export function prefetchCurrentUser(queryClient: QueryClient): Promise<void> | null {
  if (!isSurelySignedOut()) return queryClient.prefetchQuery(currentUserQuery);
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  return null;
}

/** A page out of the browser's cache (nothing transferred) may be older than the session; without HTTPS browsers do not tell. */
function isSurelySignedOut(): boolean {
  const [page] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  if (!page.transferSize || !page.serverTiming) return false;
  return page.serverTiming.some(({ name, description }) => name === 'session' && description === 'none');
}

/** Whether the person was signed in here until the server said the session is over. */
export function useSessionEnded(): boolean {
  return useQuery({ queryKey: SESSION_ENDED_KEY, queryFn: () => false, initialData: false, gcTime: Infinity }).data;
}

/** Replaces the current user after a login or a registration. */
export function signIn(queryClient: QueryClient, user: UserDto): void {
  releaseShortcuts();
  forgetWhatWasRead(queryClient);
  queryClient.setQueryData(SESSION_ENDED_KEY, false);
  queryClient.setQueryData(currentUserQuery.queryKey, user);
}

/** Replaces the current user by nobody after a logout. */
export function signOut(queryClient: QueryClient): void {
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  forgetWhatWasRead(queryClient);
}

/** The server says the session is over: leads to the sign-in screen; records and responses that were typed stay as drafts. */
export function endSession(queryClient: QueryClient): void {
  if (!queryClient.getQueryData(currentUserQuery.queryKey)) return;
  // Who types on while the form goes away must not run shortcuts.
  holdShortcuts();
  queryClient.setQueryData(SESSION_ENDED_KEY, true);
  queryClient.setQueryData(currentUserQuery.queryKey, null);
}

function forgetWhatWasRead(queryClient: QueryClient): void {
  const own = [currentUserQuery.queryKey[0], SESSION_ENDED_KEY[0]];
  queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => !own.some((key) => key === first) });
}
