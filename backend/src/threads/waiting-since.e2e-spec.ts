import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { thread } from '../../test/support/write-calls';

interface Row {
  id: number;
  waitingSince: string | null;
  createdAt: string;
  status: string;
}

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

describe.each(['/api/customer-questions', '/api/problems'])('since when the customer waits, %s', (path) => {
  const create = async (only: object = {}): Promise<number> =>
    (await api.post<{ id: number }>(path, { ...thread, ...only })).body.id;
  const respond = async (id: number, kind?: string): Promise<{ createdAt: string; changeSet: string }> => {
    const { body, headers } = await api.post<{ createdAt: string }>(`${path}/${id}/responses`, { response: 'A', kind });
    return { ...body, changeSet: headers.get('X-Request-Id') as string };
  };
  const read = async (id: number): Promise<Row> => {
    const { body } = await api.get<Row[]>(`${path}?limit=50&include=queue`);
    return body.find((row) => row.id === id) as Row;
  };
  const setStatus = async (id: number, status: string): Promise<string> =>
    (await api.patch(`${path}/${id}/status`, { status })).headers.get('X-Request-Id') as string;
  const undo = (changeSet: string): Promise<{ body: { changeSet: string } }> =>
    api.post(`/api/change-sets/${changeSet}/revert`, {});

  it('is since it was created, until the first response of the staff', async () => {
    const id = await create();
    const { waitingSince, createdAt } = await read(id);
    expect(waitingSince).toBe(createdAt);
    await respond(id, 'note');
    expect((await read(id)).waitingSince).toBe(createdAt);
    await respond(id);
    expect((await read(id)).waitingSince).toBeNull();
  });

  it('is since the customer wrote first after the last response', async () => {
    const id = await create();
    await respond(id);
    const first = await respond(id, 'customer');
    await respond(id, 'customer');
    expect((await read(id)).waitingSince).toBe(first.createdAt);
    const { changeSet } = await respond(id);
    expect((await read(id)).waitingSince).toBeNull();
    await undo(changeSet);
    expect((await read(id)).waitingSince).toBe(first.createdAt);
  });

  it('is none while it is resolved, since it was reopened after that, and as before where that is undone', async () => {
    const id = await create();
    const { createdAt } = await read(id);
    const resolved = await setStatus(id, 'resolved');
    expect((await read(id)).waitingSince).toBeNull();
    await undo(resolved);
    expect(await read(id)).toMatchObject({ status: 'open', waitingSince: createdAt });
    await respond(id);
    await setStatus(id, 'resolved');
    await setStatus(id, 'in_progress');
    const { waitingSince } = await read(id);
    expect(Date.parse(waitingSince as string)).toBeGreaterThan(Date.parse(createdAt));
    await respond(id);
    expect((await read(id)).waitingSince).toBeNull();
  });

  it('is since the customer wrote again about what is resolved, which reopens it, until that is undone', async () => {
    const id = await create();
    await respond(id);
    await setStatus(id, 'resolved');
    await respond(id, 'note');
    expect(await read(id)).toMatchObject({ status: 'resolved', waitingSince: null });
    const { createdAt, changeSet } = await respond(id, 'customer');
    expect(await read(id)).toMatchObject({ status: 'open', waitingSince: createdAt });
    const undone = await undo(changeSet);
    expect(await read(id)).toMatchObject({ status: 'resolved', waitingSince: null });
    await undo(undone.body.changeSet);
    expect(await read(id)).toMatchObject({ status: 'open', waitingSince: createdAt });
  });

  it('is since it was reopened where undoing what was done before keeps the status', async () => {
    const id = await create();
    await respond(id);
    const resolved = await setStatus(id, 'resolved');
    await setStatus(id, 'in_progress');
    const { waitingSince } = await read(id);
    const met = await api.post<{ conflicts: object[] }>(`/api/change-sets/${resolved}/revert`, {});
    const choices = met.body.conflicts.map((conflict) => {
      const { kind, recordId, field, version } = conflict as Record<string, unknown>;
      return { kind, recordId, field, version, take: 'keep' };
    });
    expect((await api.post(`/api/change-sets/${resolved}/revert`, { choices })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'in_progress', waitingSince });
    expect(waitingSince).not.toBeNull();
  });

  it('is since it was reopened where undoing a deletion once more keeps the status', async () => {
    const created = await api.post<{ id: number }>(path, thread);
    const { id } = created.body;
    const deleted = (await undo(created.headers.get('X-Request-Id') as string)).body.changeSet;
    await undo(deleted);
    for (const status of ['resolved', 'open']) await setStatus(id, status);
    const { waitingSince, createdAt } = await read(id);
    expect(waitingSince).not.toBe(createdAt);
    await undo(deleted);
    expect(await read(id)).toMatchObject({ status: 'open', waitingSince });
  });

  it('is since the customer wrote at the same moment as the staff', async () => {
    const id = await create();
    const table = path.endsWith('problems') ? 'problem' : 'question';
    const write = (runner: QueryRunner, kind: string): Promise<unknown> =>
      runner.query(
        `INSERT INTO ${table}_responses (${table}_id, response, kind, created_by_id) SELECT $1, 'A', $2, min(id) FROM users`,
        [id, kind],
      );
    const [staff, customer] = [test.source.createQueryRunner(), test.source.createQueryRunner()];
    await staff.startTransaction();
    await customer.startTransaction();
    const [{ process }] = (await customer.query('SELECT pg_backend_pid() AS process')) as { process: number }[];
    await write(staff, 'staff');
    let isWritten = false;
    const written = write(customer, 'customer').then(() => (isWritten = true));
    const isWaiting = async (): Promise<boolean> =>
      (await test.source.query<object[]>('SELECT FROM pg_locks WHERE pid = $1 AND NOT granted', [process])).length > 0;
    while (!isWritten && !(await isWaiting())) await sleep(10);
    await staff.commitTransaction();
    await written;
    await customer.commitTransaction();
    await Promise.all([staff.release(), customer.release()]);
    expect((await read(id)).waitingSince).not.toBeNull();
  });

  it('raises no version and leaves no entry in the log', async () => {
    const id = await create();
    await respond(id);
    const { headers } = await api.get(`${path}/${id}`);
    expect(headers.get('ETag')).toBe('"1"');
    const { body } = await api.get<{ kind: string; after: object }[]>(`${path}/${id}/history`);
    expect(body).toHaveLength(2);
    for (const { after } of body) expect(Object.keys(after)).not.toContain('waitingSince');
  });

  it('is not answered where nobody asks for it', async () => {
    const id = await create();
    expect((await api.get<object>(`${path}/${id}`)).body).not.toHaveProperty('waitingSince');
    const page = await api.get<object[]>(`${path}?limit=1&include=queue`);
    expect(page.body[0]).toMatchObject({ id, responseCount: 0, waitingSince: expect.any(String) as string });
  });
});

describe.each(['/api/customer-questions', '/api/problems'])(
  'who takes care of it and until when it is put off, %s',
  (path) => {
    it('is answered once it is set, and undone like any change', async () => {
      const me = (await api.get<{ id: number }>('/api/user')).body.id;
      const { body } = await api.post<{ id: number }>(path, thread);
      const change = { assigneeId: me, snoozedUntil: '2027-01-01T08:00:00.000Z' };
      const changed = await api.patch<object>(`${path}/${body.id}`, change);
      expect(changed.body).toMatchObject(change);
      await api.post(`/api/change-sets/${changed.headers.get('X-Request-Id')}/revert`, {});
      expect((await api.get(`${path}/${body.id}`)).body).toEqual(body);
    });

    it.each([
      ['the customer writes again', 'POST', 'responses', { response: 'A', kind: 'customer' }],
      ['it is reopened', 'PATCH', 'status', { status: 'open' }],
    ])('is put off no longer when %s, and is where that is undone', async (_what, method, part, body) => {
      const { id } = (await api.post<{ id: number }>(path, thread)).body;
      const snoozedUntil = '2099-01-01T08:00:00.000Z';
      await api.patch(`${path}/${id}`, { snoozedUntil, status: part === 'status' ? 'resolved' : 'open' });
      for (const kind of ['staff', 'note']) await api.post(`${path}/${id}/responses`, { response: 'A', kind });
      const before = await api.get<object>(`${path}/${id}`);
      expect(before.body).toMatchObject({ snoozedUntil });
      const { headers } = await api.send(method, `${path}/${id}/${part}`, body);
      expect((await api.get(`${path}/${id}`)).body).not.toHaveProperty('snoozedUntil');
      const { body: activity } = await api.get<{ kind: string }[]>('/api/activity?limit=1');
      expect(activity[0].kind.endsWith('-response')).toBe(part === 'responses');
      await api.post(`/api/change-sets/${headers.get('X-Request-Id')}/revert`, {});
      expect((await api.get(`${path}/${id}`)).body).toEqual(before.body);
    });

    it('is put off as before where undoing brings it back, and as the one says who reopens it', async () => {
      const { id } = (await api.post<{ id: number }>(path, thread)).body;
      const response = await api.post(`${path}/${id}/responses`, { response: 'A', kind: 'customer' });
      const snoozedUntil = '2099-01-01T08:00:00.000Z';
      await api.patch(`${path}/${id}`, { snoozedUntil });
      const undo = async ({ headers }: { headers: Headers }): Promise<{ status: number; headers: Headers }> =>
        api.post(`/api/change-sets/${headers.get('X-Request-Id')}/revert`, {});
      const undone = await undo(response);
      await undo(undone);
      await undo(await api.patch(`${path}/${id}/status`, { status: 'resolved' }));
      expect((await api.get(`${path}/${id}`)).body).toMatchObject({ status: 'open', snoozedUntil });
      await api.patch(`${path}/${id}/status`, { status: 'resolved' });
      const later = { status: 'open', snoozedUntil: '2099-02-01T08:00:00.000Z' };
      expect((await api.patch(`${path}/${id}`, later)).body).toMatchObject(later);
    });

    it.each([
      [{ assigneeId: 2147483647 }, 'Assignee must be the number of a colleague'],
      [{ assigneeId: 'me' }, 'Assignee must be the number of a colleague'],
      [{ snoozedUntil: 'tomorrow' }, 'Snoozed until must be a time such as 2026-12-01T08:00:00.000Z'],
      [{ snoozedUntil: '2099-02-31T08:00:00Z' }, 'Snoozed until must be a time such as 2026-12-01T08:00:00.000Z'],
      [{ snoozedUntil: '9999-12-31T23:59:59-14:00' }, 'Snoozed until must be a time such as 2026-12-01T08:00:00.000Z'],
    ])('refuses %j', async (change, message) => {
      const { body } = await api.post<{ id: number }>(path, thread);
      expect(await api.patch(`${path}/${body.id}`, change)).toMatchObject({ status: 400, body: { message } });
    });
  },
);
