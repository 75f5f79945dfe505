import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { thread } from '../../../test/support/write-calls';
import type { TagDto, TagIdsDto } from './tag.dto';

let test: TestApp;
let api: Api;
let colleague: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  colleague = await test.signedIn();
});
afterAll(() => test.close());

let names = 0;
const createTag = async (only: object = {}): Promise<TagDto> =>
  (await api.post<TagDto>('/api/tags', { name: `Tag ${++names}`, ...only })).body;
const undo = (changeSet: string, body: object = {}): Promise<{ status: number; body: { changeSet: string } }> =>
  api.post(`/api/change-sets/${changeSet}/revert`, body);
const changeSetOf = ({ headers }: { headers: Headers }): string => headers.get('X-Request-Id') as string;

it('keeps what was given, and lists the tags by their groups and names', async () => {
  const me = (await api.get<{ id: number }>('/api/user')).body.id;
  const late = await createTag({ name: ' Returns ', group: 'Reason', color: 'blue' });
  expect(late).toEqual({
    id: expect.any(Number) as number,
    name: 'Returns',
    color: 'blue',
    group: 'Reason',
    createdAt: expect.any(String) as string,
    createdById: me,
  });
  const first = await createTag({ name: 'Urgent' });
  expect(first).toMatchObject({ color: 'gray', group: null });
  await createTag({ name: 'Delivery', group: 'Reason' });
  const { body } = await api.get<TagDto[]>('/api/tags');
  expect(body.map(({ name }) => name)).toEqual(['Urgent', 'Delivery', 'Returns']);
});

it.each([
  [{ name: ' ' }, 400, 'Name is required'],
  [{ name: 'x'.repeat(51) }, 400, 'Name must be at most 50 characters'],
  [{ name: 'Other', color: 'pink' }, 400, 'Color must be one of gray, red, orange, yellow, green, teal, blue, purple'],
  [{ name: 'uRGENT' }, 409, 'There is a tag with the name uRGENT already (capitals do not count)'],
])('refuses %j', async (body, status, message) => {
  const answer = await api.post('/api/tags', body);
  expect([answer.status, answer.body.message, answer.body.errors.length]).toEqual([status, message, 1]);
});

it('changes a tag, and not to the name of another', async () => {
  const { id } = await createTag({ group: 'Reason' });
  const { body } = await api.patch<TagDto>(`/api/tags/${id}`, { color: 'red', group: '' });
  expect(body).toMatchObject({ id, color: 'red', group: null });
  expect((await api.patch(`/api/tags/${id}`, { name: 'URGENT' })).status).toBe(409);
  expect((await api.patch(`/api/tags/${id}`, { color: 'blue' }, { headers: { 'If-Match': '"1"' } })).status).toBe(412);
  expect((await api.patch('/api/tags/2147483647', { color: 'blue' })).status).toBe(404);
});

describe.each(['customer-questions', 'problems'])('the tags of %s', (path) => {
  const create = async (): Promise<number> => (await api.post<{ id: number }>(`/api/${path}`, thread)).body.id;
  const add = (id: number, tag: number, by = api): ReturnType<Api['put']> => by.put(`/api/${path}/${id}/tags/${tag}`);
  const remove = (id: number, tag: number): ReturnType<Api['delete']> => api.delete(`/api/${path}/${id}/tags/${tag}`);
  const tagsOf = async (id: number): Promise<number[] | undefined> =>
    (await api.get<Partial<TagIdsDto>>(`/api/${path}/${id}`)).body.tagIds;

  it('are added and taken away, each in one change that can be undone', async () => {
    const [one, two] = [await createTag(), await createTag()];
    const id = await create();
    expect((await add(id, one.id)).body).toEqual({ tagIds: [one.id] });
    const added = await add(id, two.id);
    expect(added.body).toEqual({ tagIds: [one.id, two.id] });
    expect((await add(id, two.id)).body).toEqual(added.body);
    const removed = await remove(id, one.id);
    expect(removed.body).toEqual({ tagIds: [two.id] });
    const { body } = await api.get<{ after: object }[]>(`/api/${path}/${id}/history`);
    expect(body.map(({ after }) => after).slice(0, 3)).toEqual([
      { tagIds: [two.id] },
      { tagIds: [one.id, two.id] },
      { tagIds: [one.id] },
    ]);
    await undo(changeSetOf(removed));
    expect((await tagsOf(id))?.sort()).toEqual([one.id, two.id]);
  });

  it('all stay where two people add others at once', async () => {
    const tags: TagDto[] = [];
    while (tags.length < 10) tags.push(await createTag());
    const id = await create();
    const added = await Promise.all(tags.map(({ id: tag }, index) => add(id, tag, index % 2 ? api : colleague)));
    expect(added.map(({ status }) => status)).toEqual(tags.map(() => 200));
    expect((await tagsOf(id))?.sort((a, b) => a - b)).toEqual(tags.map((tag) => tag.id));
  });

  it('stay where another one is undone, without a question', async () => {
    const [one, two, three] = [await createTag(), await createTag(), await createTag()];
    const id = await create();
    await add(id, one.id);
    const added = await add(id, two.id);
    const removed = await remove(id, one.id);
    await add(id, three.id, colleague);
    expect((await undo(changeSetOf(added))).status).toBe(200);
    expect(await tagsOf(id)).toEqual([three.id]);
    expect((await undo(changeSetOf(removed))).status).toBe(200);
    expect(await tagsOf(id)).toEqual([three.id, one.id]);
  });

  it('are no record of their own: another name touches none', async () => {
    const tag = await createTag();
    const id = await create();
    await add(id, tag.id);
    const [{ before }] = await test.source.query<{ before: string }[]>('SELECT max(id) AS before FROM changes');
    await api.patch(`/api/tags/${tag.id}`, { name: `Renamed ${tag.id}` });
    const entries = await test.source.query('SELECT kind, record_id FROM changes WHERE id > $1', [before]);
    expect(entries).toEqual([{ kind: 'tag', record_id: tag.id }]);
  });

  it('lose one that is deleted, and get it back with the undo', async () => {
    const [one, two] = [await createTag(), await createTag()];
    const [id, other, gone] = [await create(), await create(), await create()];
    for (const tagged of [id, gone]) await add(tagged, one.id);
    for (const tagged of [id, other]) await add(tagged, two.id);
    const deleted = await api.delete(`/api/tags/${one.id}`);
    expect([deleted.status, (await api.delete(`/api/tags/${one.id}`)).status]).toEqual([204, 404]);
    expect([await tagsOf(id), await tagsOf(gone)]).toEqual([[two.id], undefined]);
    for (const answer of [`/api/tags`, `/api/${path}?limit=50`, `/api/${path}?tag=${one.id}`, '/api/queue'])
      expect((await api.get(answer)).text).not.toMatch(new RegExp(`\\[(\\d+,)*${one.id}[,\\]]|"${one.name}"`));
    const [newest] = (await api.get<{ changeSet: string }[]>(`/api/tag/${one.id}/history?limit=1`)).body;
    expect(newest?.changeSet).toBe(changeSetOf(deleted));
    if (path === 'problems') await api.delete(`/api/problems/${gone}`);
    expect((await undo(changeSetOf(deleted))).status).toBe(200);
    expect((await api.get<TagDto[]>('/api/tags')).body).toContainEqual(one);
    expect(await tagsOf(id)).toEqual([one.id, two.id]);
    expect(await tagsOf(other)).toEqual([two.id]);
  });

  it.each(['creation', 'deletion'])('go and come back with a tag whose %s is undone, again and again', async (what) => {
    const [created, other] = [await api.post<TagDto>('/api/tags', { name: `Tag ${++names}` }), await createTag()];
    const { id: tag } = created.body;
    const id = await create();
    for (const one of [tag, other.id]) await add(id, one);
    let last = changeSetOf(what === 'creation' ? created : await api.delete(`/api/tags/${tag}`));
    for (const isThere of what === 'creation' ? [false, true, false, true] : [true, false, true]) {
      const undone = await undo(last);
      expect(undone.status).toBe(200);
      last = undone.body.changeSet;
      expect(await tagsOf(id)).toEqual(isThere ? [tag, other.id] : [other.id]);
      expect((await api.get<object[]>(`/api/${path}?tag=${tag}`)).body).toHaveLength(isThere ? 1 : 0);
      expect((await api.get<TagDto[]>('/api/tags')).body.some((one) => one.id === tag)).toBe(isThere);
      const [newest] = (await api.get<{ changeSet: string }[]>(`/api/${path}/${id}/history?limit=1`)).body;
      expect(newest?.changeSet).toBe(last);
    }
  });

  it('are in the export by their names, in their order', async () => {
    const [one, two] = [await createTag({ name: `Waits for ${path}` }), await createTag()];
    const id = await create();
    for (const tag of [two, one]) await add(id, tag.id);
    const { text } = await api.get(`/api/${path}/export?tag=${one.id}`);
    expect(text.split('\r\n')[0]).toContain('Responses,Tags,Images');
    expect(text).toContain(`,0,"${two.name}\n${one.name}",`);
  });

  it('are none that there is not, whoever writes them', async () => {
    const [tag, gone] = [await createTag(), await createTag()];
    const id = await create();
    await add(id, gone.id);
    const removed = await remove(id, gone.id);
    await api.delete(`/api/tags/${gone.id}`);
    expect((await undo(changeSetOf(removed))).status).toBe(200);
    expect(await tagsOf(id)).toBeUndefined();
    const table = path.replace('-', '_');
    await test.source.query(`UPDATE ${table} SET tag_ids = $1 WHERE id = $2`, [[gone.id, tag.id, tag.id], id]);
    expect(await tagsOf(id)).toEqual([tag.id]);
    expect((await add(id, gone.id)).status).toBe(404);
    expect((await add(2147483647, tag.id)).status).toBe(404);
    expect((await remove(2147483647, tag.id)).status).toBe(404);
  });

  it('are complete where a tag is deleted while it is added', async () => {
    for (let round = 0; round < 10; round++) {
      const [tag, id] = [await createTag(), await create()];
      const [added, deleted] = await Promise.all([add(id, tag.id, colleague), api.delete(`/api/tags/${tag.id}`)]);
      expect([[200, 404].includes(added.status), deleted.status, await tagsOf(id)]).toEqual([true, 204, undefined]);
    }
  });
});

it('is taken from some hundred threads in one statement, and from all in one change that can be undone', async () => {
  const { id, createdById } = await createTag();
  await test.source.query(
    `INSERT INTO problems (title, description, created_by_id, tag_ids)
     SELECT 'Title', 'Text', $1, ARRAY[$2::integer] FROM generate_series(1, 1200)`,
    [createdById, id],
  );
  await test.source.query(`
    CREATE TABLE written_problems (count integer);
    CREATE FUNCTION count_written() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO written_problems SELECT count(*) FROM written; RETURN NULL; END $$;
    CREATE TRIGGER count_written AFTER UPDATE ON problems REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION count_written()`);
  const deleted = await api.delete(`/api/tags/${id}`);
  await test.source.query('DROP TRIGGER count_written ON problems');
  const [written] = await test.source.query<object[]>(
    'SELECT sum(count)::integer AS sum, max(count) <= 500 AS "isCut" FROM written_problems',
  );
  expect(written).toEqual({ sum: 1200, isCut: true });
  const tagged = 'SELECT FROM problems WHERE tag_ids @> ARRAY[$1::integer]';
  expect(await test.source.query(tagged, [id])).toHaveLength(0);
  await undo(changeSetOf(deleted));
  expect(await test.source.query(tagged, [id])).toHaveLength(1200);
});

it('has tags of threads alone', async () => {
  const { id } = await createTag();
  const { body } = await api.put(`/api/products/1/tags/${id}`);
  expect(body).toMatchObject({ statusCode: 404, message: 'There is no such kind of record' });
});
