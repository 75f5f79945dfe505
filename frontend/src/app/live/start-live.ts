import { readChanges } from '@ecom-crm/openapi/changes/changes';
import type { QueryClient } from '@tanstack/react-query';

/** The longest that live changes wait for the page to have nothing to do, ms. */
const PATIENCE_MS = 2000;

/** Begins to listen to what others change once the page has settled, missing nothing from now on; answers what ends it. */
export function startLive(queryClient: QueryClient, userId: number): () => void {
  let ended = false;
  let disconnect: (() => void) | undefined;
  // Without a start the stream tells what comes from then on.
  const start = readChanges({ order: 'newest', limit: 1 }).then(
    ({ cursor }) => cursor,
    () => undefined,
  );
  void Promise.all([start, pageHasSettled().then(() => import('./live-connection'))]).then(
    ([after, { connect }]) => {
      if (!ended) disconnect = connect({ queryClient, userId, after });
    },
    // The scripts could not be loaded: the app works without.
    () => undefined,
  );
  return () => {
    ended = true;
    disconnect?.();
  };
}

async function pageHasSettled(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: PATIENCE_MS });
    else setTimeout(resolve, PATIENCE_MS);
  });
}
