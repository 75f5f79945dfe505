import { setTimeout as sleep } from 'node:timers/promises';
import { Together } from './together';

/** What went together, and how to end a go. */
function recorded(choose?: ConstructorParameters<typeof Together<string>>[1]): {
  together: Together<string>;
  gone: string[][];
  end: (() => void)[];
} {
  const gone: string[][] = [];
  const end: (() => void)[] = [];
  const together = new Together<string>((those) => {
    gone.push(those);
    return new Promise((resolve) => end.push(resolve));
  }, choose);
  return { together, gone, end };
}

test('what comes alone goes at once; what comes meanwhile goes together, after it', async () => {
  const { together, gone, end } = recorded();
  for (const one of ['a', 'b', 'c']) together.add(one);
  expect(gone).toEqual([['a']]);
  end[0]();
  await sleep(1);
  expect(gone).toEqual([['a'], ['b', 'c']]);
  together.add('d');
  end[1]();
  await sleep(1);
  end[2]();
  await sleep(1);
  together.add('e');
  expect(gone).toEqual([['a'], ['b', 'c'], ['d'], ['e']]);
});

test('nobody waits for long for the go of others', async () => {
  const { together, gone, end } = recorded();
  for (const one of ['a', 'b', 'c']) together.add(one);
  await sleep(80);
  expect(gone).toEqual([['a']]);
  await sleep(60);
  expect(gone).toEqual([['a'], ['b', 'c']]);
  together.add('d');
  // One that has been given up on starts nothing when it ends.
  end[0]();
  await sleep(1);
  expect(gone).toHaveLength(2);
  end[1]();
  await sleep(1);
  expect(gone[2]).toEqual(['d']);
});

test('those that may not go with others go next, or all at once when it takes long', async () => {
  const { together, gone, end } = recorded((waiting) => ({ taken: waiting.slice(0, 2), left: waiting.slice(2) }));
  for (const one of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) together.add(one);
  end[0]();
  await sleep(1);
  expect(gone).toEqual([['a'], ['b', 'c']]);
  end[1]();
  await sleep(1);
  expect(gone[2]).toEqual(['d', 'e']);
  await sleep(140);
  expect(gone.slice(3)).toEqual([['f', 'g']]);
});
