/** Whether the gates run with all their counts (`npm run reliability:full`) or as the short form in `npm test`. */
export const inFull = process.env.GATES === 'full';

/** A count of a gate: the short one, or with `npm run reliability:full` the whole. */
export function count(short: number, full: number): number {
  return inFull ? full : short;
}

/** Says what a gate has seen, in the line that `npm run reliability:full` repeats at its end. */
export function report(gate: string, figures: string): void {
  process.stdout.write(`gate ${gate}: ${figures}\n`);
}

/** The seed of a run: a new one each time, or `GATE_SEED` to repeat one. */
export function newSeed(): number {
  return Number(process.env.GATE_SEED ?? Date.now() % 2 ** 31);
}

/** Runs a task `times` times, a few at once. */
export async function repeat(times: number, atOnce: number, task: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < times) await task(next++);
  };
  await Promise.all(Array.from({ length: Math.min(times, atOnce) }, work));
}

/** A fault that a gate must catch, seeded by the test itself; `npm run mutants` runs all of them, and tells which were caught. `npm test` does not. */
export function seededFault(gate: string, what: string, isCaught: () => Promise<void>, timeout?: number): void {
  if (process.env.GATES) it(`${gate} catches a seeded fault: ${what}`, isCaught, timeout);
}
