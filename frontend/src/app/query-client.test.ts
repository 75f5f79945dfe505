import { ApiError, http, ifMatch, versionOf } from '@ecom-crm/openapi/http';
import { FakeServer, stale, versioned } from '../../test/server';
import { createQueryClient } from './query-client';

const KEY = ['/api/problems/7'];

function answering(...answers: ReturnType<typeof versioned>[]): void {
  window.fetch = new FakeServer().on('GET /api/problems/7', () => answers.shift()!).fetch;
}

describe('the version of a record', () => {
  it('is that of the answer it came with', async () => {
    answering(versioned(3, { id: 7 }), { body: { id: 7 } }, { body: [{ id: 7 }], headers: { etag: '"9"' } });
    const record = await http<object>('/api/problems/7');
    expect(versionOf(record)).toBe('"3"');
    expect(ifMatch(record)).toEqual({ 'If-Match': '"3"' });
    expect(versionOf({ ...record })).toBeUndefined();
    expect(versionOf(await http('/api/problems/7'))).toBeUndefined();
    expect(versionOf(await http('/api/problems/7'))).toBeUndefined();
  });

  it('is one that no record has where it is not known', () => {
    expect(ifMatch({ id: 7 })).toEqual({ 'If-Match': '"0"' });
    expect(ifMatch(undefined)).toEqual({ 'If-Match': '"0"' });
  });

  it('is the strong one where a proxy has weakened it', async () => {
    answering({ body: { id: 7 }, headers: { etag: 'W/"3"' } });
    expect(versionOf(await http('/api/problems/7'))).toBe('"3"');
  });

  it('is there for the record that a stale change is answered with', async () => {
    answering(stale(4, { id: 7, title: 'Theirs' }));
    const error = await http('/api/problems/7').catch((thrown: unknown) => thrown as ApiError);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).current).toEqual({ id: 7, title: 'Theirs' });
    expect(versionOf((error as ApiError).current)).toBe('"4"');
  });

  it('is the newest one in the cache, whether the record is kept as an object or not', async () => {
    const client = createQueryClient();
    const read = async () => {
      await client.fetchQuery({ queryKey: KEY, queryFn: () => http(KEY[0]!), staleTime: 0 });
      return client.getQueryData<{ title: string; images: string[] }>(KEY)!;
    };
    answering(
      versioned(1, { title: 'One', images: ['a'] }),
      versioned(3, { title: 'One', images: ['a'] }),
      versioned(4, { title: 'Two', images: ['a'] }),
    );
    const first = await read();
    const same = await read();
    expect(same).toBe(first);
    expect(versionOf(same)).toBe('"3"');
    const changed = await read();
    expect(changed.images).toBe(first.images);
    expect(versionOf(changed)).toBe('"4"');
    expect(versionOf(first)).toBe('"3"');
    client.setQueryData(KEY, { title: 'From elsewhere', images: [] });
    expect(versionOf(client.getQueryData(KEY))).toBeUndefined();
    client.clear();
  });

  it('leaves room for the fields that stand in the way of taking a change back', () => {
    const conflict = { kind: 'problem', recordId: 7, field: 'title', version: 2, restore: 'One', current: 'Three' };
    const answer = { status: 409, statusText: '', requestId: null };
    expect(new ApiError(answer, JSON.stringify({ conflicts: [conflict] })).conflicts).toEqual([conflict]);
    expect(new ApiError(answer, 'not JSON').conflicts).toEqual([]);
  });
});
