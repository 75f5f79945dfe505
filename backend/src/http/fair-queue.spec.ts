import { FairQueue } from './fair-queue';

const options = { concurrency: 2, perUser: 1, maxWaiting: 4, maxWaitingPerUser: 3, busy: 'Please try again' };

/** A queue whose tasks end when they are told to. */
function start(changed: Partial<typeof options> = {}) {
  const queue = new FairQueue({ ...options, ...changed });
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (name: string): Promise<string> =>
    queue.run(name[0], () => {
      started.push(name);
      return new Promise((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))));
    });
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, started, run, end };
}

it('runs one task of a user at a time, in their order', async () => {
  const { queue, started, run, end } = start();
  const answers = Promise.all(['a1', 'a2', 'a3'].map(run));
  expect([started, queue.running, queue.waiting]).toEqual([['a1'], 1, 2]);
  await end('a1');
  expect(started).toEqual(['a1', 'a2']);
  await end('a2');
  await end('a3');
  expect(await answers).toEqual(['a1', 'a2', 'a3']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

it('lets users take turns, however many tasks one of them brings', async () => {
  const { started, run, end } = start({ concurrency: 1, maxWaiting: 9, maxWaitingPerUser: 9 });
  const answers = Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(run));
  for (let index = 0; index < 7; index++) await end(started[index]);
  await answers;
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('starts the task of another user at once while a place is free', async () => {
  const { queue, started, run, end } = start({ maxWaiting: 1 });
  const answers = ['a1', 'a2', 'b1'].map(run);
  expect([started, queue.running, queue.waiting]).toEqual([['a1', 'b1'], 2, 1]);
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  await Promise.all(answers);
});

it('gives the place of a task that fails to the next', async () => {
  const { queue, started, run, end } = start();
  const failing = run('a1');
  const next = run('a2');
  const failed = expect(failing).rejects.toThrow('broken');
  await end('a1', new Error('broken'));
  await failed;
  expect(started).toEqual(['a1', 'a2']);
  await end('a2');
  await next;
  const thrown = queue.run('a', () => {
    throw new Error('at once');
  });
  await expect(thrown).rejects.toThrow('at once');
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

it('never runs more than it may when a task comes between', async () => {
  const { queue, run, end } = start();
  const answers = [run('a1'), run('b1'), run('c1')];
  const ended = end('a1');
  answers.push(run('d1'));
  await ended;
  expect([queue.running, queue.waiting]).toEqual([2, 1]);
  for (const name of ['b1', 'c1', 'd1']) await end(name);
  await Promise.all(answers);
});

it('refuses what would wait too long: 429 for a user, 503 for all', async () => {
  const { run, end } = start();
  const answers = ['a1', 'a2', 'a3', 'a4'].map(run);
  await expect(run('a5')).rejects.toMatchObject({ status: 429, seconds: 2, message: 'Please try again' });
  answers.push(run('b1'), run('b2'));
  await expect(run('c1')).rejects.toMatchObject({ status: 503, seconds: 2, message: 'Please try again' });
  for (const name of ['a1', 'b1', 'a2', 'a3', 'a4', 'b2']) await end(name);
  await Promise.all(answers);
});
