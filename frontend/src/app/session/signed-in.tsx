import type { UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useQueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect, useEffectEvent, useLayoutEffect, useState, type ReactElement } from 'react';
import { createBrowserRouter, Link, Navigate, RouterProvider, type RouteObject } from 'react-router-dom';
import { DraftOwner } from '../../components/drafts/draft-owner';
import { nameEntry } from '../../components/lib/opened-entry';
import { screenRoutes } from '../../components/record/screens';
import { clearUndos } from '../../components/toasts/undo-stack';
import { BrokenRoute } from '../shell/broken-route';
import { BrokenApp } from '../shell/failure';
import '../features';
import { Layout } from '../shell/layout';
import { NotFound } from '../shell/not-found';
import { startLive } from '../live/start-live';
import { AUTH_PATH, returnToWantedPage } from './wanted-page';

/** The app of a signed-in person. */
export default function SignedIn({ user }: { user: UserDto }) {
  const router = useRouter(user);
  const queryClient = useQueryClient();
  useEffect(() => startLive(queryClient, user.id), [queryClient, user.id]);
  // Nobody undoes what was changed in the session before, also where it was answered only after that.
  useEffect(() => {
    clearUndos();
    return clearUndos;
  }, []);
  return (
    <StrictMode>
      <DraftOwner value={user.id}>{router && <RouterProvider router={router} />}</DraftOwner>
    </StrictMode>
  );
}

/**
 * The router of the person, from the first commit until they sign out. A render cannot open it: React may begin one again, and
 * pause in it, and the router changes the address, listens to the browser's history, and tells nobody before it is drawn what
 * it has loaded. Outside StrictMode, which would open two.
 */
function useRouter(user: UserDto) {
  const [router, setRouter] = useState<ReturnType<typeof openRouter>>();
  const open = useEffectEvent(() => openRouter(user));
  useLayoutEffect(() => {
    const opened = open();
    // eslint-disable-next-line react-hooks/set-state-in-effect -- what a layout effect sets is drawn at once, without a pause
    setRouter(opened);
    return () => opened.dispose();
  }, []);
  return router;
}

export { loadScreenAt } from '../../components/record/screens';

function openRouter(user: UserDto) {
  const isFromSignIn = returnToWantedPage();
  nameEntry();
  return createBrowserRouter(routes(<Layout user={user} isFromSignIn={isFromSignIn} />));
}

function routes(layout: ReactElement): RouteObject[] {
  return [
    {
      element: layout,
      ErrorBoundary: BrokenApp,
      children: [
        {
          ErrorBoundary: BrokenRoute,
          children: [
            ...screenRoutes,
            { path: AUTH_PATH, element: <Navigate to="/" replace /> },
            { path: '*', element: <NotFound home={<Link to="/">Go to the dashboard</Link>} /> },
          ],
        },
      ],
    },
  ];
}
