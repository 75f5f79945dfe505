import { ApiError } from '@ecom-crm/openapi/http';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { hasStatus, requestIdOf, serverMessage, UNREACHED } from '../components/lib/api-errors';
import { Toaster } from '../components/toasts/toaster';
import { prefetchCurrentUser, useCurrentUser } from './session/current-user';
import { Failure, FailureBoundary } from './shell/failure';
import { lazyWithPreload } from '../components/ui/lazy-with-preload';
import { ThemeProvider } from './shell/theme/theme-provider';
import './styles/fonts.css';
import './app.css';
import './styles/controls.css';
import './shell/page.css';
import './styles/print.css';

const [SignedIn, loadSignedIn] = lazyWithPreload(() => import('./session/signed-in'));
const [SignedOut, loadSignedOut] = lazyWithPreload(() => import('./session/signed-out'));

/** Asks who is signed in, and at the same time loads what the page will need; ends also where that fails. */
export async function loadFirstView(queryClient: QueryClient): Promise<void> {
  // Otherwise it is asked for when the first text is drawn, and text that is drawn before it arrives may move.
  document.fonts.load('1em Inter').catch(() => undefined);
  const asked = prefetchCurrentUser(queryClient);
  const half = asked ? loadSignedIn() : loadSignedOut();
  const screen = half.then(({ loadScreenAt }) => loadScreenAt(window.location.pathname));
  await Promise.allSettled([asked, screen]);
}

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
        <Toaster />
      </ThemeProvider>
    </QueryClientProvider>
  );
}

/** A proxy says 502, 503 or 504 where the server does not answer it; the server's own 503 says what is away. */
function failureOf(error: unknown): string {
  const isReached = error instanceof ApiError && !hasStatus(error, 502, 503, 504);
  return isReached ? 'The server has failed' : serverMessage(error, UNREACHED);
}

function SignedInOrOut() {
  const { data: user, error, refetch } = useCurrentUser();
  // Who was known before a failure is still there.
  if (error && user === undefined) {
    const text = navigator.onLine ? failureOf(error) : 'You are offline';
    return <Failure text={text} requestId={requestIdOf(error)} action="Retry" onAction={() => void refetch()} />;
  }
  if (user === undefined) return null;
  // For another person everything starts afresh.
  return user ? <SignedIn key={user.id} user={user} /> : <SignedOut />;
}
