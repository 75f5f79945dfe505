import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { heldAnswer } from '../../../test/held-answer';
import { anna, open } from '../../../test/open';
import { emptyQueueServer as fakeServer } from '../../../test/queue';
import type { Answer } from '../../../test/server';
import { nextVisits } from './last-visit';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

describe('what to do now', () => {
  it('says how many are open and in progress', async () => {
    const byStatus = [
      { status: 'open', total: 1200, isExact: true },
      { status: 'in_progress', total: 3, isExact: true },
    ];
    open('/', fakeServer().on('GET /api/statistics/problem', { body: { total: 1300, isExact: true, byStatus } }));
    expect(await screen.findByText('1,200 open · 3 in progress')).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Active problems 3', description: '1,200 open · 3 in progress' }),
    ).toBeTruthy();
  });

  const waiting = (kind: string, id: number, age: number, assigneeId?: number) => ({
    kind,
    id,
    title: `${kind} ${age}`,
    status: 'open',
    createdAt: hoursAgo(age),
    createdById: 1,
    waitingSince: hoursAgo(age),
    responseCount: 0,
    assigneeId,
  });
  const links = (region: HTMLElement) =>
    within(within(region).getByRole('list'))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);

  it('leads to those who wait longest, and to lists of what is open', async () => {
    const items = [
      waiting('question', 1, 70),
      waiting('problem', 1, 50),
      ...[2, 3, 4, 5].map((id) => waiting('question', id, 9 - id)),
    ];
    open(
      '/',
      fakeServer().on('GET /api/queue', ({ query }) => ({ body: query.get('assignee') === 'me' ? [] : items })),
    );
    const region = await screen.findByRole('region', { name: 'Waiting longest' });
    expect(await within(region).findByRole('link', { name: 'problem 50' })).toBeTruthy();
    expect(within(region).getByRole('link', { name: 'Queue' }).getAttribute('href')).toBe('/queue');
    expect(within(region).getByRole('link', { name: 'Questions' }).getAttribute('href')).toBe(
      '/customer-questions?status=open&sort=oldest',
    );
    expect(links(region)).toEqual([
      ['question 70', '/customer-questions/1'],
      ['problem 50', '/problems/1'],
      ['question 7', '/customer-questions/2'],
      ['question 6', '/customer-questions/3'],
      ['question 5', '/customer-questions/4'],
    ]);
    await waitFor(() => expect(region.querySelectorAll('.waiting-late')).toHaveLength(1));
    // Nobody has anything: it would be the same list three times.
    expect(screen.queryByRole('region', { name: 'Mine' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Unassigned' })).toBeNull();
  });

  it('shows what is one’s own and what nobody has, once somebody has something', async () => {
    const [own, free] = [waiting('question', 1, 70, 1), waiting('problem', 1, 50)];
    const parts: Record<string, object[]> = { me: [own], none: [free] };
    open(
      '/',
      fakeServer().on('GET /api/queue', ({ query }) => ({ body: parts[query.get('assignee') ?? ''] ?? [own, free] })),
    );
    const mine = await screen.findByRole('region', { name: 'Mine' });
    expect(links(mine)).toEqual([['question 70', '/customer-questions/1']]);
    expect(within(mine).getByRole('link', { name: 'All: Mine' }).getAttribute('href')).toBe('/queue?assignee=me');
    const unassigned = await screen.findByRole('region', { name: 'Unassigned' });
    expect(links(unassigned)).toEqual([['problem 50', '/problems/1']]);
  });

  it('tells a newcomer what happened in a day', async () => {
    open('/', fakeServer().on('GET /api/activity', { body: [] }));
    const panel = await screen.findByRole('region', { name: 'In the last 24 hours' });
    expect(await within(panel).findByText('Nobody else has changed anything.')).toBeTruthy();
  });

  it('says once that nothing can be loaded, and tries all of it again', async () => {
    const calls = ['/api/statistics', '/api/activity', '/api/queue', '/api/products/affected'];
    const failing = calls.reduce((api, path) => api.on(`GET ${path}`, { status: 503, body: '' }), fakeServer());
    const user = open('/', failing);
    const main = within(await screen.findByRole('main'));
    expect(await main.findByText(/The numbers could not be loaded\./)).toBeTruthy();
    await waitFor(() => expect(failing.callsTo('GET /api/queue').length).toBeGreaterThan(0));
    await waitFor(() => expect(main.getAllByRole('alert')).toHaveLength(1));
    for (const what of ['What changed', 'What is waiting', 'Affected products'])
      expect(await main.findByText(`${what} could not be loaded.`)).toBeTruthy();
    const before = failing.callsTo('GET /api/activity').length;
    await user.click(main.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(failing.callsTo('GET /api/activity').length).toBeGreaterThan(before));
  });

  it('says which part cannot be loaded, each with a way to try it again', async () => {
    const isMine = ({ query }: { query: URLSearchParams }) => query.get('assignee') === 'me';
    const failing = fakeServer()
      .on('GET /api/trends', { status: 503, body: '' })
      .on('GET /api/products/affected', { status: 503, body: '' })
      .on('GET /api/queue', (call) => (isMine(call) ? { status: 503, body: '' } : { body: [] }));
    const user = open('/', failing);
    const parts: [string, string, string, Answer][] = [
      ['Trends', 'The trends could not be loaded.', 'GET /api/trends', { body: [] }],
      ['Affected products', 'Affected products could not be loaded.', 'GET /api/products/affected', { body: [] }],
      ['Mine', 'What is waiting could not be loaded.', 'GET /api/queue', { body: [] }],
    ];
    for (const [name, text, call, answer] of parts) {
      const part = within(await screen.findByRole('region', { name }));
      expect(await part.findByText(text)).toBeTruthy();
      failing.on(call, answer);
      await user.click(part.getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    }
    // Nothing is one's own.
    expect(screen.queryByRole('region', { name: 'Mine' })).toBeNull();
  });

  it('keeps a part that is tried again, with the focus', async () => {
    const held = heldAnswer();
    const isMine = ({ query }: { query: URLSearchParams }) => query.get('assignee') === 'me';
    const failing = fakeServer().on('GET /api/queue', (call) =>
      isMine(call) ? { status: 503, body: '' } : { body: [] },
    );
    const user = open('/', failing);
    const mine = within(await screen.findByRole('region', { name: 'Mine' }));
    const before = failing.callsTo('GET /api/queue').length;
    failing.on('GET /api/queue', () => held.answer);
    await user.click(await mine.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(failing.callsTo('GET /api/queue').length).toBeGreaterThan(before));
    await waitFor(() => expect(mine.queryByText('What is waiting could not be loaded.')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Mine' }));
    await held.send({ body: [{ ...waiting('question', 7, 3, anna.id), title: 'Does it fit?' }] });
    expect(await mine.findByRole('link', { name: 'Does it fit?' })).toBeTruthy();
  });

  it('knows until when it was seen: until it is hidden, or another screen is opened', async () => {
    const key = `last-visit-${anna.id}`;
    const user = open('/', fakeServer());
    await screen.findByText('Nobody waits.');
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    try {
      localStorage.removeItem(key);
      fireEvent(document, new Event('visibilitychange', { bubbles: true }));
      expect(nextVisits(localStorage.getItem(key), Date.now())).toMatchObject({ isFirst: true });
      expect(localStorage.getItem(key)).not.toBeNull();
      // Another tab has begun a later visit.
      const later = Date.now() - HOUR_MS;
      localStorage.setItem(key, JSON.stringify({ before: later, seen: later + 1 }));
      fireEvent(document, new Event('visibilitychange', { bubbles: true }));
      expect(nextVisits(localStorage.getItem(key), Date.now())).toMatchObject({ before: later, isFirst: false });
    } finally {
      hidden.mockRestore();
    }
    localStorage.removeItem(key);
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'What changed' }));
    await screen.findByRole('heading', { level: 1, name: 'What changed' });
    expect(localStorage.getItem(key)).not.toBeNull();
  });

  it('tells what happened since the last visit', async () => {
    const seen = Date.now() - 5 * HOUR_MS;
    localStorage.setItem(`last-visit-${anna.id}`, JSON.stringify({ before: seen - HOUR_MS, seen }));
    const entry = {
      at: hoursAgo(1),
      userId: null,
      tokenName: null,
      version: 1,
      fields: [],
      status: null,
      exists: true,
      isExact: true,
      operation: 'insert',
    };
    const question = {
      ...entry,
      changeSet: 'a',
      kind: 'question',
      subjectKind: 'question',
      recordId: 7,
      subjectId: 7,
      records: 1,
      title: 'Fits?',
      operation: 'update',
      fields: ['assigneeId'],
      after: { assigneeId: anna.id },
    };
    const products = {
      ...entry,
      changeSet: 'b',
      kind: 'product',
      subjectKind: 'product',
      recordId: 1,
      subjectId: 1,
      records: 40,
      title: 'Disc',
    };
    const several = { ...question, changeSet: 'c', records: 6, hasOtherKinds: true };
    const api = fakeServer().on('GET /api/activity', {
      body: [question, products, several],
    });
    open('/', api);
    const panel = await screen.findByRole('region', { name: 'Since your last visit' });
    expect(await within(panel).findByText('40 products, 1 question and 6 records changed')).toBeTruthy();
    const entries = within(panel).getAllByRole('listitem');
    expect(within(panel).getByRole('link', { name: 'Fits?' }).closest('li')).toBe(entries[0]);
    // To whom would be cut off.
    expect(entries[0]?.textContent).toMatch(/ changed the assignee of Fits\?1 h ago$/);
    expect(within(panel).getByRole('link', { name: 'What changed' }).getAttribute('href')).toBe('/activity');
    // What one did oneself is left out by the server, so that it does not count.
    expect(Object.fromEntries(api.callsTo('GET /api/activity')[0]?.query ?? [])).toMatchObject({
      since: new Date(seen).toISOString(),
      exceptUserId: String(anna.id),
    });
  });

  it.each([
    ['a first visit shows a day', null, { before: 976 * HOUR_MS, seen: 1000 * HOUR_MS, isFirst: true }],
    ['nonsense is no visit', '{"seen":"x"}', { before: 976 * HOUR_MS, seen: 1000 * HOUR_MS, isFirst: true }],
    [
      'a moment away goes on with the first',
      JSON.stringify({ before: 975 * HOUR_MS, seen: 1000 * HOUR_MS - 60_000, isFirst: true }),
      { before: 975 * HOUR_MS, seen: 1000 * HOUR_MS, isFirst: true },
    ],
    [
      'a moment away goes on',
      JSON.stringify({ before: 5, seen: 1000 * HOUR_MS - 60_000 }),
      { before: 5, seen: 1000 * HOUR_MS, isFirst: false },
    ],
    [
      'hours away begin a new one',
      JSON.stringify({ before: 5, seen: 900 * HOUR_MS, isFirst: true }),
      { before: 900 * HOUR_MS, seen: 1000 * HOUR_MS, isFirst: false },
    ],
  ])('%s', (_what, stored, visits) => expect(nextVisits(stored, 1000 * HOUR_MS)).toEqual(visits));
});
