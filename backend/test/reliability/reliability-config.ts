/** Whether the suites run with their full counts (`npm run reliability:full`) or in the short form of the other commands. */
export const inFull = process.env.RELIABILITY === 'full';

/** Whether no other suite runs at the same time, so that what it measures can be held to a limit. */
export const runsAlone = process.env.RELIABILITY === 'full' || process.env.RELIABILITY === 'mutants';

/** A count: the short one, or the full one with `npm run reliability:full`. */
export function count(short: number, full: number): number {
  return inFull ? full : short;
}

/** Prints what a suite measured, in a line that `npm run reliability:full` repeats at its end. */
export function report(suite: string, figures: string): void {
  process.stdout.write(`measured ${suite}: ${figures}\n`);
}

/** The seed of a run: a new one each time, or `TEST_SEED` to repeat one. */
export function newSeed(): number {
  return Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
}

/** Runs a task `times` times, a few at once. */
export async function repeat(times: number, atOnce: number, task: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < times) await task(next++);
  };
  await Promise.all(Array.from({ length: Math.min(times, atOnce) }, work));
}

/** A fault that a suite must catch, seeded by the test itself. `npm run mutants` runs them and prints which were caught; the ordinary commands leave them out. */
export function seededFault(suite: string, what: string, isCaught: () => Promise<void>, timeout?: number): void {
  if (['full', 'mutants'].includes(process.env.RELIABILITY ?? ''))
    it(`${suite} catches a seeded fault: ${what}`, isCaught, timeout);
}
