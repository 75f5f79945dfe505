import { within, screen } from '@testing-library/react';
import type { QueueItem } from '../src/components/thread/queue/queue-api';
import { buildProblem, buildThread } from './builders';
import { fakeServer } from './open';
import type { FakeServer } from './server';

export const queueItem = (fields: Partial<QueueItem>): QueueItem => ({
  kind: 'question',
  id: 1,
  title: 'First',
  status: 'open',
  createdAt: '2026-03-04T05:06:07.000Z',
  createdById: 1,
  waitingSince: '2026-03-04T05:06:07.000Z',
  responseCount: 0,
  ...fields,
});
/** A late one, one that has just begun to wait, and one that waits for nobody. */
export const ITEMS = [
  queueItem({}),
  queueItem({ kind: 'problem', id: 1, title: 'Second', waitingSince: new Date().toISOString() }),
  queueItem({ id: 2, title: 'Third', waitingSince: null }),
];
export const people = [
  { id: 1, email: 'anna@example.com', name: 'Anna Keller', deactivatedAt: null, deactivatedById: null },
  { id: 2, email: 'ben@example.com', name: 'Ben Okafor', deactivatedAt: null, deactivatedById: null },
];

/** A server with a queue; it keeps what is changed of the first question. */
export function queueServer(items = ITEMS): FakeServer {
  const fake = fakeServer()
    .on('GET /api/queue', { body: items })
    .on('GET /api/queue/settings', {
      body: {
        targets: [
          { kind: 'question', hours: 24 },
          { kind: 'problem', hours: 8 },
        ],
      },
    })
    .on('GET /api/tags', { body: [{ id: 3, name: 'Delivery', color: 'blue', group: null }] })
    .on('GET /api/users', { body: people })
    .on('PATCH /api/customer-questions/1', ({ body }) => {
      // The list knows it when it is read again.
      const { status, snoozedUntil } = body as Partial<QueueItem>;
      const isDone = status === 'resolved' || snoozedUntil;
      const kept = items.map((one, index) => (index === 0 ? { ...one, ...(body as object) } : one));
      fake.on('GET /api/queue', { body: isDone ? kept.slice(1) : kept });
      return { body: { ...buildThread(), ...(body as object) } };
    });
  for (const api of ['customer-questions', 'problems'])
    for (const id of [1, 2])
      fake
        .on(`GET /api/${api}/${id}`, { body: buildProblem({ id, title: `Whole ${api} ${id}` }) })
        .on(`GET /api/${api}/${id}/responses`, { body: [] });
  for (const { kind, id } of items) fake.on(`GET /api/queue/${kind}/${id}`, { body: queueItem({ kind, id }) });
  return fake;
}

export const rows = async () => within(await screen.findByRole('list', { name: 'Queue' })).getAllByRole('listitem');
export const titles = async () => (await rows()).map((row) => within(row).getByRole('link').textContent);
export const patches = (fake: FakeServer) => fake.callsTo('PATCH /api/customer-questions/1').map(({ body }) => body);

/** A server on which nobody waits. */
export const emptyQueueServer = () =>
  fakeServer()
    .on('GET /api/queue', { body: [] })
    .on('GET /api/queue/settings', { body: { targets: [{ kind: 'question', hours: 24 }] } });
