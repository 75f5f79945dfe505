import { Repository } from 'typeorm';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { inside } from '../../../test/support/processes/app-cluster';
import { buildDataUrl } from '../../../test/support/factories';
import { describeThreads } from '../../../test/support/threads.contract';
import type { ProblemDto } from './problem.dto';

const build = (only: object = {}): object => ({
  title: 'The disc is scratched',
  description: 'On the inner side.',
  ...only,
});

describeThreads('/api/problems', build, {
  missing: 'Problem not found',
  parent: 'problemId',
  table: 'problems',
  responses: 'problem_responses',
});

describe('a problem', () => {
  let test: TestApp;
  let api: Api;
  beforeAll(async () => {
    test = await startApp();
    api = await test.signedIn();
  });
  afterAll(() => test.close());

  const create = async (only: object = {}): Promise<ProblemDto> =>
    (await api.post<ProblemDto>('/api/problems', build(only))).body;
  const change = (id: number, body: object) => api.patch<ProblemDto & { message: string }>(`/api/problems/${id}`, body);

  it('has photos, or none', async () => {
    expect((await create()).images).toEqual([]);
    const images = [await buildDataUrl(), 'https://shop.example/scratch.jpg'];
    const problem = await create({ images });
    expect(problem.images).toEqual(images);
    expect((await api.get<ProblemDto>(`/api/problems/${problem.id}?images=url`)).body.images[0]).toMatch(
      /^\/api\/images\/[0-9a-f]{64}$/,
    );
    expect((await api.post('/api/problems', build({ images: ['javascript:alert(1)'] }))).status).toBe(400);
  });

  inside('is answered with an error where its photo cannot be read', async () => {
    await create({ images: [await buildDataUrl()] });
    const read = jest
      .spyOn(Repository.prototype, 'query')
      .mockRejectedValue(Object.assign(new Error('gone'), { code: '57P01' }));
    expect((await api.get('/api/problems?limit=5')).status).toBe(503);
    read.mockRestore();
    expect((await api.get('/api/problems?limit=5')).status).toBe(200);
  });

  it('is changed in what is given alone', async () => {
    const problem = await create({ images: [await buildDataUrl()] });
    expect((await change(problem.id, { title: ' New ' })).body).toEqual({ ...problem, title: 'New' });
    expect((await change(problem.id, { status: 'resolved', images: [] })).body).toEqual({
      ...problem,
      title: 'New',
      status: 'resolved',
      images: [],
    });
    expect((await change(problem.id, {})).status).toBe(200);
  });

  it.each(['', '?images=url'])('read with %j and sent back changes nothing', async (form) => {
    const problem = await create({ images: [await buildDataUrl({ format: 'webp' })] });
    const read = (await api.get<ProblemDto>(`/api/problems/${problem.id}${form}`)).body;
    expect((await change(problem.id, read)).body).toEqual(problem);
  });

  it.each([
    [{ title: ' ' }, 'Title cannot be empty'],
    [{ title: null }, 'Title cannot be empty'],
    [{ description: '' }, 'Description cannot be empty'],
    [{ title: '', description: '' }, 'Title cannot be empty. Description cannot be empty'],
    [{ status: 'closed' }, 'Status must be one of open, in_progress, resolved'],
    [{ images: null }, 'Images must be a list'],
  ])('is not changed to %j', async (body, message) => {
    const problem = await create();
    const answer = await change(problem.id, body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect((await api.get(`/api/problems/${problem.id}`)).body).toEqual(problem);
  });

  it('goes with its answers when it is deleted; its photos stay as long as its history', async () => {
    const problem = await create({ images: [await buildDataUrl()] });
    await api.post(`/api/problems/${problem.id}/responses`, { response: 'Send it back.' });
    const [address] = (await api.get<ProblemDto>(`/api/problems/${problem.id}?images=url`)).body.images;
    const answer = await api.delete(`/api/problems/${problem.id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const path of [`/api/problems/${problem.id}`, `/api/problems/${problem.id}/responses`])
      expect((await api.get(path)).status).toBe(404);
    expect((await api.get(address as string)).status).toBe(200);
    expect(await test.source.query('SELECT * FROM problem_responses WHERE problem_id = $1', [problem.id])).toEqual([]);
    expect((await api.delete(`/api/problems/${problem.id}`)).status).toBe(404);
    expect((await change(problem.id, { title: 'a' })).status).toBe(404);
  });

  it('deleted while it is answered leaves no orphan and no 5xx', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await create();
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => api.post(`/api/problems/${id}/responses`, { response: 'a' })),
        api.delete<unknown>(`/api/problems/${id}`),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => ![201, 204, 404].includes(status))).toEqual([]);
    }
    expect(
      await test.source.query('SELECT * FROM problem_responses WHERE problem_id NOT IN (SELECT id FROM problems)'),
    ).toEqual([]);
  });
});
