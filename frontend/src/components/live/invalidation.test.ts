import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { registerRecordTypes, type RecordType } from '../record/record-types';
import { invalidateEverything, invalidateRecords } from './invalidation';

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

describe('what is being read when a change comes', () => {
  const KEY = ['/api/returns/5'];
  const changed = [{ kind: 'return', recordId: 5 }];
  beforeAll(() => registerRecordTypes([{ kind: 'return', noun: 'return', api: '/api/returns' } as RecordType]));
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  /** Reads that are answered one by one. */
  function reading(queryKey: QueryKey = KEY) {
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
    const answers: ((body: unknown) => void)[] = [];
    const queryFn = () => new Promise<unknown>((resolve) => answers.push(resolve));
    const options = { queryKey, queryFn };
    const isStale = () => queryClient.getQueryState(queryKey)?.isInvalidated;
    const show = () => new QueryObserver(queryClient, options).subscribe(() => undefined);
    return { queryClient, answers, options, isStale, show };
  }

  it.each([
    ['named', (queryClient: QueryClient) => invalidateRecords(queryClient, changed, { refetchType: 'none' })],
    ['missed', invalidateEverything],
  ])('is stale once it is there: the change was %s', async (_how, invalidate) => {
    const { queryClient, answers, options, isStale } = reading();
    void queryClient.prefetchQuery(options);
    await invalidate(queryClient);
    answers[0]!('old');
    await settled();
    expect(isStale()).toBe(true);
    expect(answers).toHaveLength(1);
  });

  it.each(['active', 'none'] as const)(
    'is read once more where it is shown and was not there before, by a change with %s',
    async (refetchType) => {
      const { queryClient, answers, isStale, show } = reading();
      show();
      for (let count = 0; count < 3; count += 1) void invalidateRecords(queryClient, changed, { refetchType });
      answers[0]!('old');
      await settled();
      expect(answers).toHaveLength(2);
      answers[1]!('new');
      await settled();
      expect(queryClient.getQueryData(KEY)).toBe('new');
      expect(isStale()).toBe(false);
      expect(answers).toHaveLength(2);
    },
  );

  it('stays for the screen to decide where it was there before, and is not read twice where it is read again', async () => {
    const { queryClient, answers, isStale, show } = reading();
    queryClient.setQueryData(KEY, 'older');
    show();
    void queryClient.refetchQueries({ queryKey: KEY });
    void invalidateRecords(queryClient, changed, { refetchType: 'none' });
    answers[0]!('old');
    await settled();
    expect(isStale()).toBe(true);
    expect(answers).toHaveLength(1);
    void queryClient.refetchQueries({ queryKey: KEY });
    void invalidateRecords(queryClient, changed);
    answers[2]!('new');
    await settled();
    expect(isStale()).toBe(false);
    expect(answers).toHaveLength(3);
  });

  it('stays as it is where it is a list, which says itself what came since', async () => {
    const { queryClient, answers, show } = reading(['/api/returns', 'pages', '/api/returns?limit=50']);
    show();
    void invalidateRecords(queryClient, changed, { refetchType: 'none' });
    answers[0]!('old');
    await settled();
    expect(answers).toHaveLength(1);
  });
});
