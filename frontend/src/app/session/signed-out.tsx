import { readCurrentUser } from '@ecom-crm/openapi/auth/auth';
import type { UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect, useReducer, useSyncExternalStore } from 'react';
import { writeLocalStorage } from '../../components/lib/use-local-storage';
import { onWindowEvents } from '../../components/lib/window-events';
import AuthScreen from '../../features/auth/auth-screen';
import { signIn, useSessionEnded } from './current-user';
import { lazyWithPreload } from '../../components/ui/lazy-with-preload';
import { isAuthPath } from './wanted-page';

const [SignedOutElsewhere, loadElsewhere] = lazyWithPreload(() => import('./signed-out-elsewhere'));

/** Where it is kept when somebody last signed in: a change tells the other tabs of it. */
const SIGNED_IN_AT_KEY = 'signed-in-at';

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
  useSignInElsewhere(queryClient);
  const onSignedIn = (user: UserDto) => {
    writeLocalStorage(SIGNED_IN_AT_KEY, String(Date.now()));
    signIn(queryClient, user);
  };
  return (
    <StrictMode>
      {isAuthPath(path) ? (
        <AuthScreen sessionEnded={sessionEnded} onSignedIn={onSignedIn} />
      ) : (
        <SignedOutElsewhere path={path} onRedirected={readPathAgain} />
      )}
    </StrictMode>
  );
}

/** Shows the app as soon as somebody signs in in another tab, as all tabs have one session. */
function useSignInElsewhere(queryClient: QueryClient): void {
  useEffect(() => {
    const onStored = ({ key }: StorageEvent) => {
      if (key === SIGNED_IN_AT_KEY)
        readCurrentUser().then(
          (user) => signIn(queryClient, user),
          () => undefined,
        );
    };
    window.addEventListener('storage', onStored);
    return () => window.removeEventListener('storage', onStored);
  }, [queryClient]);
}

function usePathname(): string {
  return useSyncExternalStore(
    (onChange) => onWindowEvents(['popstate'], onChange),
    () => window.location.pathname,
  );
}
