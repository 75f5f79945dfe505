import { versionOf, whenUnauthorized, withVersion } from '@ecom-crm/openapi/http';
import { QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { endSession } from './session/current-user';

const HALF_AN_HOUR_MS = 30 * 60 * 1000;

/** The cache of everything read from the server; a 401 anywhere ends the session on this side too. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        gcTime: HALF_AN_HOUR_MS,
        structuralSharing: sharedWithVersion,
        // Offline a call must fail and say so, not wait without a word.
        networkMode: 'always',
        // Reads again what failed while offline. What was read is not stale and is not read again.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  whenUnauthorized(() => endSession(queryClient));
  return queryClient;
}

/** Equal parts stay the same objects, as usual; what stays has the version of the newest answer. */
function sharedWithVersion(earlier: unknown, answered: unknown): unknown {
  const version = versionOf(answered);
  return withVersion<unknown>(replaceEqualDeep(earlier, answered), version);
}
