import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router-dom';
import { lazyWithPreload } from '../ui/lazy-with-preload';
import type { FeatureRoute } from './feature';

interface ScreenRoute {
  path: string;
  Component: ComponentType;
  /** Loads the code of the screen. */
  handle: () => Promise<unknown>;
}

/**
 * The routes of the screens of the features. They have no `lazy` of the router: a way to such a route is a transition, also
 * where its code is there and the way asks for `flushSync`.
 */
export const screenRoutes: ScreenRoute[] = [];

/** What a screen fails with whose code could not be loaded. */
export class CodeNotLoaded extends Error {}

/** Makes the screens of the features known, once, before anything is drawn. */
export function registerScreens(routes: FeatureRoute[]): void {
  for (const { path, load } of routes) {
    const [Component, handle] = lazyWithPreload(async () => ({ default: await load().catch(fail) }), showWait);
    screenRoutes.push({ path, Component, handle });
  }
}

let waitedFor: Promise<unknown> | undefined;

/** Shows the loading bar of the page (page.css) until the code of the screen is there: the screen before stays so long. */
function showWait(code: Promise<unknown>): void {
  const { classList } = document.documentElement;
  const end = () => code === waitedFor && classList.remove('is-waiting');
  waitedFor = code;
  classList.add('is-waiting');
  code.then(end, end);
}

function fail(cause: unknown): never {
  throw new CodeNotLoaded('The code of the screen could not be loaded', { cause });
}

/** Loads the code of the screen at an address before it is shown. */
export async function loadScreenAt(address: string): Promise<void> {
  await matchRoutes(screenRoutes, address)?.at(-1)?.route.handle();
}
