import { sharingRuns } from './coalesce';

it('shares a run with all who ask before it begins, and none with who asks after that', async () => {
  const ends: ((failed?: Error) => void)[] = [];
  const run = sharingRuns(
    () =>
      new Promise<number>((resolve, reject) => ends.push((failed) => (failed ? reject(failed) : resolve(ends.length)))),
  );
  const first = [run(), run()];
  await Promise.resolve();
  const second = [run(), run()];
  await Promise.resolve();
  expect(ends).toHaveLength(1);
  ends[0]();
  expect(await Promise.all(first)).toEqual([1, 1]);
  const third = run();
  while (ends.length < 2) await new Promise(setImmediate);
  ends[1](new Error('gone'));
  for (const one of second) await expect(one).rejects.toThrow('gone');
  while (ends.length < 3) await new Promise(setImmediate);
  ends[2]();
  expect(await third).toBe(3);
});
