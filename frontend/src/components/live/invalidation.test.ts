import { QueryClient } from '@tanstack/react-query';
import { registerRecordTypes, type RecordType } from '../record/record-types';
import { invalidateRecords } from './invalidation';

it('a change makes stale the lists of its type, however filtered, its record, and the addresses that the type names', async () => {
  const type = { kind: 'return', noun: 'return', api: '/api/returns', makesStale: ['/api/return-figures'] };
  registerRecordTypes([type as RecordType]);
  const queryClient = new QueryClient();
  const stale = [
    ['/api/returns', { productId: 7 }],
    ['/api/returns/search', { q: 'a' }],
    ['/api/returns/1/history'],
    ['/api/return-figures', { days: 30 }],
    ['/api/return-figures/months'],
    ['/api/statistics'],
    ['/api/views/counts'],
    ['/api/trends'],
    ['/api/products/affected'],
    // It may name the product, or have named it.
    ['/api/products/5/records', undefined],
  ];
  const fresh = [['/api/returns/2'], ['/api/views'], ['/api/return-figures-of-others'], ['/api/products']];
  for (const key of [...stale, ...fresh]) queryClient.setQueryData(key, 'answer');
  await invalidateRecords(queryClient, [{ kind: 'return', recordId: 1 }]);
  const isStale = (key: unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect(stale.filter((key) => !isStale(key))).toEqual([]);
  expect(fresh.filter(isStale)).toEqual([]);
});

it.each([
  ['tag', '/api/tags'],
  ['view', '/api/views'],
])('a change of a %s makes stale the list at %s', async (kind, list) => {
  const queryClient = new QueryClient();
  for (const key of [[list], ['/api/products/5']]) queryClient.setQueryData(key, 'answer');
  await invalidateRecords(queryClient, [{ kind, recordId: 9 }]);
  expect(queryClient.getQueryState([list])?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(['/api/products/5'])?.isInvalidated).toBe(false);
});

it('a change of a product makes stale what names it, a change of something else does not', async () => {
  const names = [['/api/problems/3/products'], ['/api/products/by-codes', { codes: 'AB-12' }]];
  for (const kind of ['question', 'product']) {
    const queryClient = new QueryClient();
    for (const key of names) queryClient.setQueryData(key, 'answer');
    await invalidateRecords(queryClient, [{ kind, recordId: 9 }]);
    expect(names.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual(
      names.map(() => kind === 'product'),
    );
  }
});
