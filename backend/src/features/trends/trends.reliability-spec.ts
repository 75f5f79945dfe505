import { DataSource } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase } from '../../../test/support/database';
import type { Api } from '../../../test/support/api';
import { ServerProcess } from '../../../test/support/processes/server-process';
import { count, newSeed, report } from '../../../test/reliability/reliability-config';
import { slowTrends } from '../../../test/reliability/trends/slow-trends';
import { ThreadWork } from '../../../test/reliability/trends/thread-work';
import { dataSourceOptions } from '../../database/data-source';
import { seeded } from '../../platform/demo/random';
import type { TrendDto } from './trends.dto';

const KILLS = count(4, 100);
const STEPS = 15;
const WEEKS = 2;
const KINDS = ['question', 'problem'];
const ACCOUNT = { email: 'staff@shop.example', password: 'secret password' };

jest.setTimeout(count(120_000, 60 * 60_000));

it('is right after each of many kills of the process that follows the log', async () => {
  const seed = newSeed();
  const random = seeded(seed);
  const database = await cloneDatabase();
  const source = await new DataSource(dataSourceOptions(database)).initialize();
  const servers = [await ServerProcess.start(database), await ServerProcess.start(database)];
  try {
    await servers[0].api().post('/api/register', ACCOUNT);
    for (let kill = 0; kill < KILLS; kill++) {
      const api = servers[kill % 2].api();
      await api.post('/api/login', ACCOUNT);
      const work = new ThreadWork(api, random);
      for (let step = 0; step < STEPS; step++) await work.step();
      // The other one: it may be the one that follows, in the midst of a change.
      const other = (kill + 1) % 2;
      await sleep(random() * 50);
      await servers[other].kill();
      servers[other] = await ServerProcess.start(database);
      expect(await settled(source, servers[other])).toEqual(await slowTrends(source, WEEKS, KINDS));
    }
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await source.destroy();
  }
  report('trends', `${KILLS} kills of two processes from seed ${seed}: every week equals the replay`);
});

/** The trends once they no longer differ from the replay, or after a while. */
async function settled(source: DataSource, server: ServerProcess): Promise<TrendDto[]> {
  const api: Api = server.api();
  await api.post('/api/login', ACCOUNT);
  const wanted = JSON.stringify(await slowTrends(source, WEEKS, KINDS));
  for (const end = Date.now() + 20_000; ; await sleep(100)) {
    const { body } = await api.get<TrendDto[]>(`/api/trends?weeks=${WEEKS}`);
    if (JSON.stringify(body) === wanted || Date.now() > end) return body;
  }
}
