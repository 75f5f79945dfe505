import { useQueryClient } from '@tanstack/react-query';
import { lazy, StrictMode, useLayoutEffect, useSyncExternalStore } from 'react';
import AuthScreen from '../features/auth/auth-screen';
import { signIn, useSessionEnded } from './current-user';
import { askToSignIn, isKnownPath } from './wanted-page';

const SignedOutNotFound = lazy(() => import('./signed-out-not-found'));

/** The app of a signed-out visitor: the sign-in screen in place of every known page. It needs no router. */
export default function SignedOut() {
  const queryClient = useQueryClient();
  const sessionEnded = useSessionEnded();
  const known = isKnownPath(usePathname());
  useLayoutEffect(() => {
    if (known) askToSignIn();
  });

  if (!known) {
    return (
      <StrictMode>
        <SignedOutNotFound />
      </StrictMode>
    );
  }
  return (
    <StrictMode>
      <AuthScreen sessionEnded={sessionEnded} onSignedIn={(user) => signIn(queryClient, user)} />
    </StrictMode>
  );
}

function usePathname(): string {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('popstate', onChange);
      return () => window.removeEventListener('popstate', onChange);
    },
    () => window.location.pathname,
  );
}
