import { useLayoutEffect } from 'react';
import { AppHeader } from '../shell/app-header';
import { features } from '../features';
import { NotFound } from '../shell/not-found';
import { askToSignIn, AUTH_PATH } from './wanted-page';

/** As the router compares: whatever the case, with a slash at the end or not. */
const knownPaths = features.flatMap(({ routes }) =>
  routes.map(({ path }) => new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`, 'i')),
);

/** Any path but the sign-in screen's, for a signed-out visitor: a known one leads to sign-in, the others are not found. */
export default function SignedOutElsewhere({ path, onRedirected }: { path: string; onRedirected: () => void }) {
  const known = knownPaths.some((pattern) => pattern.test(path));
  useLayoutEffect(() => {
    if (!known) return;
    askToSignIn();
    onRedirected();
  }, [known, onRedirected]);
  if (known) return null;
  return (
    <>
      <AppHeader action={<a href={AUTH_PATH}>Login</a>} />
      <main className="page">
        <NotFound home={<a href={AUTH_PATH}>Go to the sign-in screen</a>} />
      </main>
    </>
  );
}
