import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { requestIdOf } from '../components/api-errors';
import { useCurrentUser } from './current-user';
import { Failure, FailureBoundary } from './failure';
import { ThemeProvider } from './theme-provider';
import './app.css';

const SignedIn = lazy(() => import('./signed-in'));
const SignedOut = lazy(() => import('./signed-out'));
const Toaster = lazy(() => import('../components/toaster'));

/** The whole app: who is there decides which half of it is loaded. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <FailureBoundary>
          <Suspense>
            <SignedInOrOut />
          </Suspense>
        </FailureBoundary>
        <Suspense>
          <Toaster />
        </Suspense>
      </ThemeProvider>
    </QueryClientProvider>
  );
}

function SignedInOrOut() {
  const { data: user, error, refetch } = useCurrentUser();
  if (error) {
    const text = navigator.onLine ? 'The server cannot be reached' : 'You are offline';
    return <Failure text={text} requestId={requestIdOf(error)} action="Retry" onAction={() => void refetch()} />;
  }
  if (user === undefined) return null;
  return user ? <SignedIn user={user} /> : <SignedOut />;
}
