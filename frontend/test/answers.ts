import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildNews } from './builders';
import { buildProduct, fakeServer, open } from './open';
import type { FakeServer } from './server';

export const ANSWER = 'POST /api/updates/7/answers';
export const QUEUE = 'GET /api/queue';
export const CHANGE_SET = '9b2e7f04-3c1d-4f6a-8e5b-7d0c9a1b2e3f';
export const item = (id: number, title: string) => ({
  kind: 'problem',
  id,
  title,
  status: 'open',
  createdAt: '2026-03-04T05:06:07.000Z',
  createdById: 1,
  waitingSince: '2026-03-04T05:06:07.000Z',
  responseCount: 0,
});
/** The text of the update, which is sent unless it is edited. */
export const TEXT = 'Closed on Monday.';
/** More than the panel shows. */
export const many = Array.from({ length: 101 }, (_, index) =>
  item(index + 1, index === 0 ? 'It squeals' : `Item ${index}`),
);

/** A server with an update about one product, and two open items. */
export function answerServer(): FakeServer {
  return fakeServer()
    .on('GET /api/updates/7', { body: buildNews({ id: 7 }) })
    .on('GET /api/updates/7/products', {
      body: [{ product: buildProduct({ id: 5, sku: 'PART-1', name: 'Part' }), source: 'person', state: 'linked' }],
    })
    .on('GET /api/tags', { body: [{ id: 3, name: 'Recall', color: 'red', group: null }] })
    .on('GET /api/queue/settings', { body: { targets: [{ kind: 'problem', hours: 8 }] } })
    .on(QUEUE, { body: [item(1, 'It squeals'), item(2, 'It broke')] })
    .on(ANSWER, { body: { changeSet: CHANGE_SET, answered: 1, skipped: 0 } });
}

/** Answers many items, which is asked about first. */
export async function answerMany(user: UserEvent, button: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }));
}

export async function openPanel(from: FakeServer) {
  const user = open('/updates/7', from);
  await user.click(await screen.findByRole('button', { name: 'Answer open items' }));
  await screen.findByRole('checkbox', { name: 'It squeals' });
  return user;
}
