import type { Api } from './api';
import { startApp, type TestApp } from './app';

interface Thread {
  id: number;
  title: string;
  description: string;
  status: string;
  createdAt: string;
  createdById: number;
}

/**
 * What all threads have in common, tested through HTTP for each of them. `build` gives a valid record: a kind whose hook refuses
 * some, such as one that is resolved without another field, builds it with that field. `missing` is the sentence for no such
 * record.
 */
export function describeThreads(
  path: string,
  build: (only?: object) => object,
  names: { missing: string; parent: string; table: string; responses: string },
): void {
  let test: TestApp;
  let api: Api;
  beforeAll(async () => {
    test = await startApp();
    api = await test.signedIn();
  });
  afterAll(() => test.close());

  const create = async (only: object = {}): Promise<Thread> => {
    const answer = await api.post<Thread>(path, build(only));
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };

  describe('create and read', () => {
    it('sets creator, time and status, and answers what was given', async () => {
      const { id: me } = (await api.get<{ id: number }>('/api/user')).body;
      const before = Date.now();
      const thread = await create({
        title: ' Does it fit? ',
        description: 'Line one\nline two',
        id: 99999,
        createdById: 99999,
        createdAt: 'never',
      });
      expect(thread).toMatchObject({
        title: 'Does it fit?',
        description: 'Line one\nline two',
        status: 'open',
        createdById: me,
      });
      expect(thread.id).toBeLessThan(99999);
      expect(Math.abs(Date.parse(thread.createdAt) - before)).toBeLessThan(10_000);
      expect((await api.get(`${path}/${thread.id}`)).body).toEqual(thread);
    });

    it.each(['open', 'in_progress', 'resolved'])('takes the status %s', async (status) =>
      expect((await create({ status })).status).toBe(status),
    );

    it.each([
      [{ title: undefined }, 'Title is required'],
      [{ title: ' \n ' }, 'Title is required'],
      [{ description: '' }, 'Description is required'],
      [{ title: '', description: null }, 'Title is required. Description is required'],
      [{ title: 7 }, 'Title must be text'],
      [{ title: 'x'.repeat(501) }, 'Title must be at most 500 characters'],
      [{ description: 'x'.repeat(20_001) }, 'Description must be at most 20000 characters'],
      [{ description: 'a\0' }, 'Description must not contain the NUL character'],
      [{ status: 'closed' }, 'Status must be one of open, in_progress, resolved'],
      [{ status: null }, 'Status must be one of open, in_progress, resolved'],
      [{ urgent: true }, 'urgent is not a field of this request'],
    ])('refuses %j', async (only, message) => {
      const answer = await api.post(path, build(only));
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe(message);
    });
  });

  describe('the list and the search', () => {
    it('are newest first, whole or by pages', async () => {
      const [first, second, third] = [await create(), await create(), await create()];
      const whole = await api.get<Thread[]>(path);
      expect(whole.body.slice(0, 3).map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
      const page = await api.get<Thread[]>(`${path}?limit=2`);
      expect(page.body).toEqual(whole.body.slice(0, 2));
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      expect((await api.get<Thread[]>(next)).body).toEqual(whole.body.slice(2, 4));
      expect((await api.get(`${path}/search?q=`)).body).toEqual(whole.body);
    });

    it('find every word in title or description, whatever case and accents', async () => {
      const { id } = await create({ title: 'Bremsscheibe für Škoda', description: 'Passt 100% nicht_mehr' });
      const found = async (q: string): Promise<number[]> =>
        (await api.get<Thread[]>(`${path}/search?q=${encodeURIComponent(q)}`)).body.map((thread) => thread.id);
      for (const q of ['SKODA', 'emssch', 'fur 100%', 'nicht_m passt'])
        expect({ q, found: await found(q) }).toEqual({ q, found: [id] });
      for (const q of ['skoda opel', 'nichtXmehr', '100_', 'skodapasst'])
        expect({ q, found: await found(q) }).toEqual({ q, found: [] });
    });

    it('are cut down to a status, oldest first where that is wanted', async () => {
      const ids: number[] = [];
      for (const status of ['open', 'resolved', 'resolved', 'in_progress', 'resolved'])
        ids.push((await create({ status, title: 'Of a status' })).id);
      const wanted = async (query: string): Promise<number[]> =>
        (await api.get<Thread[]>(`${path}/search?q=of%20a%20status&${query}`)).body.map(({ id }) => ids.indexOf(id));
      expect([
        await wanted('status=resolved'),
        await wanted('status=resolved&sort=oldest'),
        await wanted('status=in_progress'),
        await wanted('sort=oldest'),
      ]).toEqual([[4, 2, 1], [1, 2, 4], [3], [0, 1, 2, 3, 4]]);
      const first = await api.get<Thread[]>(`${path}?status=resolved&sort=newest&limit=2`);
      expect(first.body.map(({ id }) => ids.indexOf(id))).toEqual([4, 2]);
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      expect(ids.indexOf((await api.get<Thread[]>(next)).body[0].id)).toBe(1);
    });

    it.each(['?limit=0', '?cursor=x', '?sort=name', '?status=closed', '?status=', '/search?q[]=a', '/search?q=%00'])(
      'refuse %s',
      async (query) => expect((await api.get(path + query)).status).toBe(400),
    );
  });

  describe('the status', () => {
    it('may become any from any', async () => {
      const { id } = await create();
      for (const status of ['resolved', 'open', 'in_progress', 'in_progress', 'open']) {
        const answer = await api.patch<Thread>(`${path}/${id}/status`, { status });
        expect([answer.status, answer.body.status]).toEqual([200, status]);
      }
      expect((await api.get<Thread>(`${path}/${id}`)).body.status).toBe('open');
    });

    it.each([{}, { status: 'closed' }, { status: 5 }, { status: ['open'] }])('is not %j', async (body) => {
      const { id } = await create();
      const answer = await api.patch<{ message: string }>(`${path}/${id}/status`, body);
      expect([answer.status, answer.body.message]).toEqual([400, 'Status must be one of open, in_progress, resolved']);
    });

    it('is checked by the database as well', async () => {
      const { id } = await create();
      await expect(test.source.query(`UPDATE ${names.table} SET status = 'closed' WHERE id = ${id}`)).rejects.toThrow(
        'status_check',
      );
    });
  });

  describe('a change', () => {
    it('is of what is given alone, and only from the version it started from', async () => {
      const thread = await create();
      const read = await api.get(`${path}/${thread.id}`);
      const headers = { 'If-Match': read.headers.get('etag') ?? '' };
      const changed = await api.patch(`${path}/${thread.id}`, { title: ' New ' }, { headers });
      expect([changed.status, changed.body]).toEqual([200, { ...read.body, title: 'New' }]);
      const late = await api.patch(`${path}/${thread.id}`, { description: 'Late' }, { headers });
      expect([late.status, late.body.current]).toEqual([412, changed.body]);
    });

    it.each(['one', 'list'])('sent back as it was read (%s) changes nothing', async (form) => {
      const { id, createdById } = await create();
      const tag = (await api.post<{ id: number }>('/api/tags', { name: `Back ${path} ${form}` })).body;
      await api.put(`${path}/${id}/tags/${tag.id}`);
      await api.patch(`${path}/${id}`, { assigneeId: createdById, snoozedUntil: '2099-01-01T08:00:00.000Z' });
      const read = await api.get<object>(`${path}/${id}`);
      const page = await api.get<object[]>(`${path}?limit=1&include=queue`);
      const sent = await api.patch<object>(`${path}/${id}`, form === 'one' ? read.body : page.body[0]);
      expect([sent.status, sent.body]).toEqual([200, read.body]);
      expect(sent.headers.get('etag')).toBe(read.headers.get('etag'));
    });

    it.each([
      [{ title: ' ' }, 'Title cannot be empty'],
      [{ description: null }, 'Description cannot be empty'],
      [{ status: 'closed' }, 'Status must be one of open, in_progress, resolved'],
    ])('is not %j', async (body, message) => {
      const { id } = await create();
      const answer = await api.patch(`${path}/${id}`, body);
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    });
  });

  describe('responses', () => {
    it('are kept with time and creator, oldest first', async () => {
      const { id } = await create();
      const colleague = await test.signedIn();
      const first = (await api.post(`${path}/${id}/responses`, { response: ' First\nanswer ' })).body;
      const second = (await colleague.post(`${path}/${id}/responses`, { response: 'Second', id: 5, createdById: 1 }))
        .body;
      expect(first).toEqual({
        id: expect.any(Number),
        response: 'First\nanswer',
        createdAt: expect.any(String),
        createdById: expect.any(Number),
        [names.parent]: id,
      });
      expect(second.createdById).toBe((await colleague.get('/api/user')).body.id);
      expect((await api.get(`${path}/${id}/responses`)).body).toEqual([first, second]);
    });

    it.each([{}, { response: '  ' }, { response: null }])('are not %j', async (body) => {
      const { id } = await create();
      const answer = await api.post(`${path}/${id}/responses`, body);
      expect([answer.status, answer.body.message]).toEqual([400, 'Response is required']);
    });

    it('belong to a record, in the database as well', async () => {
      await expect(
        test.source.query(
          `INSERT INTO ${names.responses} (response, created_by_id, ${names.parent.replace('Id', '_id')}) VALUES ('a', 1, 2147483647)`,
        ),
      ).rejects.toThrow('foreign key');
    });
  });

  describe('without the record', () => {
    const calls = (id: string) => [
      api.get<{ message: string }>(`${path}/${id}`),
      api.get<{ message: string }>(`${path}/${id}/responses`),
      api.post<{ message: string }>(`${path}/${id}/responses`, { response: 'a' }),
      api.patch<{ message: string }>(`${path}/${id}/status`, { status: 'open' }),
      api.patch<{ message: string }>(`${path}/${id}`, { title: 'Other' }),
    ];

    it('every call is 404 with the sentence of the screen', async () => {
      for (const answer of await Promise.all(calls('2147483647')))
        expect([answer.status, answer.body.message]).toEqual([404, names.missing]);
    });

    it.each(['0', '1e3', 'abc', '2147483648'])('%s is no id: 400', async (id) => {
      for (const answer of await Promise.all(calls(id))) expect(answer.status).toBe(400);
    });
  });
}
