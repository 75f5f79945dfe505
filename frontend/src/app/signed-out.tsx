import { useQueryClient } from '@tanstack/react-query';
import { lazy, StrictMode, useSyncExternalStore } from 'react';
import AuthScreen from '../features/auth/auth-screen';
import { signIn, useSessionEnded } from './current-user';
import { AUTH_PATH } from './wanted-page';

const SignedOutElsewhere = lazy(() => import('./signed-out-elsewhere'));

/** The app of a signed-out visitor: the sign-in screen in place of every known page. It needs no router. */
export default function SignedOut() {
  const queryClient = useQueryClient();
  const sessionEnded = useSessionEnded();
  const path = usePathname();
  return (
    <StrictMode>
      {path === AUTH_PATH ? (
        <AuthScreen sessionEnded={sessionEnded} onSignedIn={(user) => signIn(queryClient, user)} />
      ) : (
        <SignedOutElsewhere path={path} />
      )}
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
