import type { UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { Scanner } from '../../features/scan/scanner';
import { useHistoryPages } from '../../components/list/list-address';
import { useTagChanges } from '../../components/thread/tags/use-tags';
import { PRODUCT_NAME } from '../../components/ui/page-title';
import { Bell } from '../../features/notifications/bell';
import { Account } from './account/account';
import { AppHeader, Brand } from './app-header';
import { useCommandDialogs } from './command-dialogs';
import { Menu } from './menu';
import { OfflineBanner } from './offline-banner';
import { useRefusedFiles, useSingleClicks } from './page-guards';
import { useRouteFocus } from './route-focus';

// Screens are slower without it, no more.
const KeptStyles = lazy(() => import('./kept-styles').catch(() => ({ default: () => <></> })));

interface LayoutProps {
  user: UserDto;
  /** Whether the sign-in screen was there just before. */
  isFromSignIn: boolean;
}

/** What stands around every screen of a signed-in person. */
export function Layout({ user, isFromSignIn }: LayoutProps) {
  const main = useRef<HTMLElement>(null);
  useSingleClicks();
  useRefusedFiles();
  useTagChanges();
  useHistoryPages();
  const { button, dialog, showShortcuts } = useCommandDialogs(user.id);
  return (
    <>
      <a
        href="#main"
        className="skip-link"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <AppHeader
        home={
          <Link to="/" className="brand" aria-label={PRODUCT_NAME}>
            <Brand />
          </Link>
        }
        menu={<Menu />}
        action={
          <>
            {button}
            <Bell />
            <Account user={user} onShortcuts={showShortcuts} />
          </>
        }
      />
      <div className="loading-bar" role="progressbar" aria-label="Loading the page" />
      <main id="main" ref={main} tabIndex={-1} className="page">
        <Suspense>
          <Page main={main} isNext={isFromSignIn} />
        </Suspense>
      </main>
      <OfflineBanner />
      {dialog}
      <Scanner />
      <ScrollRestoration />
      <StylesOnceMoved />
    </>
  );
}

/** The screen of the address. Its code may be on the way; the focus moves once it is there. */
function Page({ main, isNext }: { main: RefObject<HTMLElement | null>; isNext: boolean }) {
  useRouteFocus(main, isNext);
  return <Outlet />;
}

/** Keeps styles once the person has gone to another screen: what only helps with the next one does not delay the first. */
function StylesOnceMoved() {
  const { key } = useLocation();
  const [first] = useState(key);
  const [hasMoved, setMoved] = useState(false);
  useEffect(() => {
    if (key === first) return undefined;
    // After the screen is drawn, and not as a transition: the router's own would wait until the code is there.
    const timer = setTimeout(() => setMoved(true));
    return () => clearTimeout(timer);
  }, [key, first]);
  return <Suspense>{hasMoved && <KeptStyles />}</Suspense>;
}
