import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source';
import { startProcess } from '../../support/processes/app-process';
import { cloneDatabase } from '../../support/database';
import { count, report, seededFault } from '../reliability-config';

const PROCESS_COUNT = count(4, 8);

/** Starts processes at once on an empty database; throws unless all are up without a complaint and each migration ran once. */
async function startTogether(mutant?: string): Promise<number> {
  const DATABASE_URL = await cloneDatabase('template0');
  const start = Date.now();
  const apps = await Promise.all(
    Array.from({ length: PROCESS_COUNT }, () => startProcess({ env: { DATABASE_URL }, mutant })),
  );
  try {
    await Promise.all(apps.map(({ ready }) => ready));
    const ms = Date.now() - start;
    const complaints = apps.flatMap(({ said }) => said.filter((line) => !line.includes('is ready at')));
    if (complaints.length > 0) throw new Error(`a process complains: ${complaints[0]}`);
    const source = await new DataSource(dataSourceOptions(DATABASE_URL)).initialize();
    const applied = await source.query<{ name: string }[]>('SELECT name FROM migrations');
    const known = source.migrations.map(({ name }) => name);
    await source.destroy();
    if (applied.map(({ name }) => name).join() !== known.join())
      throw new Error(`applied were ${applied.length} migrations, known are ${known.length}`);
    return ms;
  } finally {
    for (const { child } of apps) child.kill('SIGKILL');
    await Promise.all(apps.map(({ ended }) => ended));
  }
}

const rounds = count(1, 50);
it(
  `G10: ${PROCESS_COUNT} processes start at once on an empty database, ${rounds} times`,
  async () => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await startTogether());
    report(
      'G10',
      `${rounds} times ${PROCESS_COUNT} processes on an empty database: all up, each migration once; at most ${Math.max(...times)} ms`,
    );
  },
  60_000 + rounds * 20_000,
);

seededFault(
  'G10',
  'migrations without a lock',
  async () => {
    await expect(startTogether('migrates-without-lock')).rejects.toThrow(/a process complains/);
  },
  60_000,
);
