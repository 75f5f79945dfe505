import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { hasStatus } from '../components/api-errors';
import { endSession } from './current-user';

const HALF_AN_HOUR_MS = 30 * 60 * 1000;

/** The cache of everything read from the server; a 401 anywhere ends the session on this side too. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (hasStatus(error, 401)) endSession(queryClient);
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        gcTime: HALF_AN_HOUR_MS,
        // Offline a call must fail and say so, not wait without a word.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}
