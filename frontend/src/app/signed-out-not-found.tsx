import { AppHeader } from './app-header';
import { NotFound } from './not-found';
import { AUTH_PATH } from './wanted-page';

/** An unknown path, as a signed-out visitor sees it. */
export default function SignedOutNotFound() {
  return (
    <>
      <AppHeader action={<a href={AUTH_PATH}>Login</a>} />
      <main className="page">
        <NotFound />
      </main>
    </>
  );
}
