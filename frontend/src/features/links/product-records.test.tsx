import { screen, waitFor, within } from '@testing-library/react';
import { buildProblem, disc } from '../../../test/builders';
import { change, connected } from '../../../test/live';
import { fakeServer, open } from '../../../test/open';
import { refusal } from '../../../test/server';

describe('what is about a product', () => {
  const item = (kind: string, id: number, title: string, status = 'open') => ({
    kind,
    id,
    title,
    status,
    createdAt: '2026-03-04T05:06:07.000Z',
    createdById: 1,
  });

  it('is listed with its counts, by kind, and leads to its list', async () => {
    const from = fakeServer()
      .on('GET /api/products/5', { body: disc })
      .on('GET /api/products/5/records', ({ query }) => ({
        body: {
          items: [item('problem', 2, 'It squeals'), item('question', 1, 'Does it fit?', 'resolved')].filter(
            ({ kind }) => !query.get('kind') || kind === query.get('kind'),
          ),
          counts: [
            { kind: 'problem', status: 'open', count: 1 },
            { kind: 'question', status: 'resolved', count: 1 },
          ],
          cursor: null,
        },
      }));
    const user = open('/products/5', from);
    expect((await screen.findByRole('link', { name: 'It squeals' })).getAttribute('href')).toBe('/problems/2');
    const kinds = within(screen.getByRole('group', { name: 'Kind' }));
    await user.click(kinds.getByRole('button', { name: /^Problems/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Does it fit?' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Show as a list' }).getAttribute('href')).toBe('/problems?product=5');
  });

  it('stays where more of it cannot be read', async () => {
    const counts = [{ kind: 'problem', status: 'open', count: 2 }];
    let isBroken = true;
    const from = fakeServer()
      .on('GET /api/products/5', { body: disc })
      .on('GET /api/products/5/records', ({ query }) => {
        if (!query.get('cursor'))
          return { body: { items: [item('problem', 2, 'It squeals')], counts, cursor: 'next' } };
        return isBroken
          ? refusal(503, 'The database is away')
          : { body: { items: [item('problem', 1, 'It broke')], counts, cursor: null } };
      });
    const user = open('/products/5', from);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Could not read more. The database is away');
    expect(screen.getByRole('link', { name: 'It squeals' })).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    const last = await screen.findByRole('link', { name: 'It broke' });
    expect(screen.queryByRole('alert')).toBeNull();
    // The button is gone.
    await waitFor(() => expect(document.activeElement).toBe(last));
  });

  it('is read again soon after somebody changes a thread, once for many, and keeps its rows', async () => {
    const RECORDS = 'GET /api/products/5/records';
    const answer = (title: string) => ({
      body: {
        items: [item('problem', 2, title)],
        counts: [{ kind: 'problem', status: 'open', count: 1 }],
        cursor: null,
      },
    });
    const from = fakeServer().on('GET /api/products/5', { body: disc }).on(RECORDS, answer('It squeals'));
    open('/products/5', from);
    await screen.findByRole('link', { name: 'It squeals' });
    const source = await connected();
    from.on(RECORDS, answer('It is quiet'));
    const link = { kind: 'product-link', recordId: 4, subjectKind: 'problem', subjectId: 2 };
    source.send('change', change({ ...link, operation: 'insert' }));
    source.send('change', change({ kind: 'update', recordId: 3 }));
    // They are told together after 50 ms: the panel waits a little for more.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.getByRole('link', { name: 'It squeals' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'It is quiet' })).toBeTruthy();
    expect(from.callsTo(RECORDS)).toHaveLength(2);

    from.on(RECORDS, refusal(500, 'No'));
    source.send('change', change({ kind: 'problem', recordId: 2 }));
    await waitFor(() => expect(from.callsTo(RECORDS)).toHaveLength(3));
    // Until the refusal has arrived.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.getByRole('link', { name: 'It is quiet' })).toBeTruthy();
  });

  it('leads back from its records', async () => {
    const from = fakeServer()
      .on('GET /api/products/5', { body: disc })
      .on('GET /api/problems/2', { body: buildProblem({ id: 2, title: 'It squeals' }) })
      .on('GET /api/problems/2/responses', { body: [] })
      .on('GET /api/products/5/records', {
        body: {
          items: [item('problem', 2, 'It squeals')],
          counts: [{ kind: 'problem', status: 'open', count: 1 }],
          cursor: null,
        },
      });
    const user = open('/products/5', from);
    await user.click(await screen.findByRole('link', { name: 'It squeals' }));
    await screen.findByRole('heading', { level: 1, name: 'It squeals' });
    await user.click(screen.getByRole('link', { name: 'Back' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Brake disc' })).toBeTruthy();
    expect(window.location.pathname).toBe('/products/5');
  });

  it('says that there is nothing yet', async () => {
    const from = fakeServer()
      .on('GET /api/products/5', { body: disc })
      .on('GET /api/products/5/records', { body: { items: [], counts: [], cursor: null } });
    open('/products/5', from);
    expect(await screen.findByText(/^Nothing yet\./)).toBeTruthy();
  });
});
