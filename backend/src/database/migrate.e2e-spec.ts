import { DataSource } from 'typeorm';
import { cloneDatabase } from '../../test/support/database';
import { dataSourceOptions } from './data-source';
import { migrate } from './migrate';

it('lets any number of processes start at once on an empty database', async () => {
  const url = await cloneDatabase('template0');
  const sources = await Promise.all(
    Array.from({ length: 6 }, () => new DataSource(dataSourceOptions(url)).initialize()),
  );
  await Promise.all(sources.map((source) => migrate(source)));
  const applied = await sources[0].query<{ name: string }[]>('SELECT name FROM migrations');
  expect(applied.map(({ name }) => name)).toEqual(sources[0].migrations.map(({ name }) => name));
  await Promise.all(sources.map((source) => source.destroy()));
});
