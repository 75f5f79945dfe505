import { waitFor } from '@testing-library/react';
import { FakeEventSource } from './browser';
import type { FakeServer } from './server';

let sent = 0;

/** The connection of the app, once it is there. */
export async function connected(): Promise<FakeEventSource> {
  await waitFor(() => expect(FakeEventSource.current).toBeTruthy());
  const source = FakeEventSource.current!;
  source.send('ready', {}, 'c0');
  return source;
}

/** What Ben does, as the server tells it. */
export function change(change: { kind: string; recordId: number } & Record<string, unknown>) {
  const { kind, recordId } = change;
  sent += 1;
  const ben = { userId: 2, userEmail: 'ben@example.com' };
  return {
    cursor: `c${sent}`,
    changeSet: `set-${sent}`,
    at: '2026-05-06T07:08:09.000Z',
    subjectKind: kind,
    subjectId: recordId,
    operation: 'update',
    version: 2,
    ...ben,
    ...change,
  };
}

/** From now on the browser is idle a moment after it is asked to say so: jsdom cannot say it. */
export function idleAtOnce(): void {
  Object.assign(window, { requestIdleCallback: (run: () => void) => setTimeout(run) });
}

/** How often something was read. */
export const reads = (server: FakeServer, path: string) => server.callsTo(`GET ${path}`).length;
