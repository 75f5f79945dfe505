import { useQueryClient } from '@tanstack/react-query';
import { StrictMode, useReducer, useSyncExternalStore } from 'react';
import { onWindowEvents } from '../../components/lib/window-events';
import AuthScreen from '../../features/auth/auth-screen';
import { signIn, useSessionEnded } from './current-user';
import { lazyWithPreload } from '../../components/ui/lazy-with-preload';
import { isAuthPath } from './wanted-page';

const [SignedOutElsewhere, loadElsewhere] = lazyWithPreload(() => import('./signed-out-elsewhere'));

/** Loads the code for an address before anything is drawn. */
export async function loadScreenAt(path: string): Promise<void> {
  if (!isAuthPath(path)) await loadElsewhere();
}

/** The app of a signed-out visitor: the sign-in screen in place of every known page. It needs no router. */
export default function SignedOut() {
  const queryClient = useQueryClient();
  const sessionEnded = useSessionEnded();
  const path = usePathname();
  const [, readPathAgain] = useReducer((times: number) => times + 1, 0);
  return (
    <StrictMode>
      {isAuthPath(path) ? (
        <AuthScreen sessionEnded={sessionEnded} onSignedIn={(user) => signIn(queryClient, user)} />
      ) : (
        <SignedOutElsewhere path={path} onRedirected={readPathAgain} />
      )}
    </StrictMode>
  );
}

function usePathname(): string {
  return useSyncExternalStore(
    (onChange) => onWindowEvents(['popstate'], onChange),
    () => window.location.pathname,
  );
}
