import { readChanges } from '@ecom-crm/openapi/changes/changes';
import type { QueryClient } from '@tanstack/react-query';

/** The longest that live changes wait for the page to have nothing to do, ms. */
const PATIENCE_MS = 2000;
/** How long to wait where the script could not be loaded, ms: the app works without. */
const RETRY_DELAY_MS = 15_000;

/** Begins to listen to what others change once the page has settled, missing nothing from now on; answers what ends it. */
export function startLive(queryClient: QueryClient, userId: number): () => void {
  let ended = false;
  let disconnect: (() => void) | undefined;
  // Without a start the stream tells what comes from then on.
  const start = readChanges({ order: 'newest', limit: 1 }).then(
    ({ cursor }) => cursor,
    () => undefined,
  );
  async function begin(): Promise<void> {
    const after = await start;
    await pageHasSettled();
    while (!ended) {
      const script = await import('./live-connection').catch(() => undefined);
      if (script && !ended) disconnect = script.connect({ queryClient, userId, after });
      if (script) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
  void begin();
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
