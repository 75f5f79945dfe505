import type { UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useQueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { createBrowserRouter, Link, matchRoutes, Navigate, RouterProvider, type RouteObject } from 'react-router-dom';
import { DraftOwner } from '../../components/drafts/draft-owner';
import { nameEntry } from '../../components/lib/opened-entry';
import { BrokenApp, BrokenScreen } from '../shell/failure';
import { features } from '../features';
import { Layout } from '../shell/layout';
import { NotFound } from '../shell/not-found';
import { startLive } from '../live/start-live';
import { AUTH_PATH, returnToWantedPage } from './wanted-page';

/** The app of a signed-in person. */
export default function SignedIn({ user }: { user: UserDto }) {
  const [router] = useState(() => routerOf(user));
  // Outside StrictMode, which would run this once too often.
  useEffect(() => () => closeRouter(router), [router]);
  const queryClient = useQueryClient();
  useEffect(() => startLive(queryClient, user.id), [queryClient, user.id]);
  return (
    <StrictMode>
      <DraftOwner value={user.id}>
        <RouterProvider router={router} />
      </DraftOwner>
    </StrictMode>
  );
}

const screens = features.flatMap((feature) => feature.routes);
/** The screens whose code is there, by the path of their route. */
const loaded = new Map<string, ComponentType>();

/** Loads the code of the screen at an address before it is known who is there. */
export async function loadScreenAt(address: string): Promise<void> {
  const match = matchRoutes(
    screens.map(({ path, load }) => ({ path, handle: load })),
    address,
  )?.at(-1);
  if (match) loaded.set(match.route.path, await match.route.handle());
}

type Router = ReturnType<typeof createBrowserRouter>;
let opened: { userId: number; router: Router } | undefined;

/**
 * The router of the person who signed in, which listens to the browser's history. It is opened once, though React may begin
 * the first render again: opening it takes the sign-in screen's address away.
 */
function routerOf(user: UserDto): Router {
  if (opened?.userId !== user.id) opened = { userId: user.id, router: openRouter(user) };
  return opened.router;
}

/** Stops a router when its person signs out. */
function closeRouter(router: Router): void {
  router.dispose();
  if (opened?.router === router) opened = undefined;
}

function openRouter(user: UserDto): Router {
  const isFromSignIn = returnToWantedPage();
  nameEntry();
  return createBrowserRouter(routes(<Layout user={user} isFromSignIn={isFromSignIn} />));
}

function routes(layout: ReactElement): RouteObject[] {
  return [
    {
      element: layout,
      HydrateFallback: () => null,
      ErrorBoundary: BrokenApp,
      children: [
        {
          ErrorBoundary: BrokenScreen,
          children: [
            ...screens.map(({ path, load }) => {
              const Component = loaded.get(path);
              return Component ? { path, Component } : { path, lazy: async () => ({ Component: await load() }) };
            }),
            { path: AUTH_PATH, element: <Navigate to="/" replace /> },
            { path: '*', element: <NotFound home={<Link to="/">Go to the dashboard</Link>} /> },
          ],
        },
      ],
    },
  ];
}
