import type { Page, Request } from '@playwright/test';

/** The row of a write in the table of the specification, and the names in its body, sorted. */
export function payloadOf(request: Request): { id: string; names: string } {
  const path = new URL(request.url()).pathname.replace(/\/\d+(?=\/|$)/, '/{id}');
  const isJson = request.headers()['content-type']?.includes('json');
  const body = isJson ? (request.postDataJSON() as object) : {};
  // An invitation goes with a registration only where there is one, and only what the staff does not say has a kind.
  const isExtra = (name: string) => name === 'invite' || (name === 'kind' && path.endsWith('/responses'));
  const names = Object.keys(body).filter((name) => !isExtra(name));
  // Who takes care of a record and until when it is put off are changed apart from what the table has.
  const inTable = names.filter((name) => !['assigneeId', 'snoozedUntil'].includes(name));
  const isQueue = names.length > 0 && inTable.length === 0;
  const shown = isQueue ? names : inTable;
  return { id: `payload ${request.method()} ${path}${isQueue ? ' of the queue' : ''}`, names: shown.sort().join(', ') };
}

/** Does something, and fails unless the browser then reads this list. */
export async function expectRead(page: Page, list: string, act: () => Promise<unknown>): Promise<void> {
  const read = page.waitForRequest((request) => request.method() === 'GET' && new URL(request.url()).pathname === list);
  await Promise.all([read, act()]);
}

/** Counts the calls to an address from now on. */
export function countCalls(page: Page, path: string, method = 'GET'): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}
