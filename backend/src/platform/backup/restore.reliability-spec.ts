import { readdirSync, statSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { restored, say, useBackupSource } from '../../../test/support/data/backup-source';
import { printedBy } from '../../../test/support/command';
import { cloneDatabase } from '../../../test/support/database';
import { query, schema } from '../../../test/support/database-contents';
import { count } from '../../../test/reliability/reliability-config';
import { dataSourceOptions } from '../../database/data-source';
import { migrate } from '../../database/migrate';
import { backUp } from './backup';
import { runCommand } from './command';
import { restore } from './restore';

jest.setTimeout(count(60_000, 20 * 60_000));

const { newFile, source, folder } = useBackupSource();

describe('a restore', () => {
  it('goes only into a database without records, which no app is using', async () => {
    const file = newFile();
    await backUp({ url: source(), file, say });
    await expect(restore({ url: source(), file, say })).rejects.toThrow(
      /holds records already \(in "users"\).*Nothing was changed/,
    );
    const url = await cloneDatabase();
    const app = await new DataSource(dataSourceOptions(url)).initialize();
    await expect(restore({ url, file, say })).rejects.toThrow(/The app or another command is running on this database/);
    await app.destroy();
    await query(url, 'CREATE TABLE strange (id integer)');
    await expect(restore({ url, file, say })).rejects.toThrow(/tables that the backup knows nothing of \(strange\)/);
  });

  it('is all or nothing', async () => {
    const url = await cloneDatabase();
    await query(
      url,
      'ALTER TABLE problems DROP CONSTRAINT problems_status_check; ALTER TABLE problem_responses DROP CONSTRAINT problem_responses_problem_id_fkey',
    );
    await query(url, "INSERT INTO users (email, password) VALUES ('a@shop.example', 'x')");
    await query(url, "INSERT INTO problem_responses (response, problem_id, created_by_id) VALUES ('Orphan', 99, 1)");
    const file = newFile();
    await backUp({ url, file, say });
    const target = await cloneDatabase('template0');
    await expect(restore({ url: target, file, say })).rejects.toThrow(/violates foreign key constraint/);
    expect(await schema(target)).toEqual([]);
  });

  it('says how a backup of the build before the first release comes back', async () => {
    const url = await cloneDatabase();
    await query(url, "INSERT INTO migrations (timestamp, name) VALUES (1795270000000, 'RareCodes1795270000000')");
    const file = newFile();
    await backUp({ url, file, say });
    await expect(restored(file)).rejects.toThrow(
      /taken by the build before the first release.*Restore it with that build/,
    );
  });

  it('says how many webhooks it brings back that are active', async () => {
    const url = await cloneDatabase();
    await query(
      url,
      `WITH owner AS (INSERT INTO users (email, password) VALUES ('a@shop.example', 'x') RETURNING id)
       INSERT INTO webhooks (url, secret, position, active, created_by_id)
       SELECT 'https://receiver.example', 'x', 0, active, id FROM owner, (VALUES (true), (true), (false)) AS made (active)`,
    );
    const file = newFile();
    await backUp({ url, file, say });
    const printed = await printedBy(await cloneDatabase('template0'), () => runCommand('restore', [file]));
    expect(printed).toMatch(/active webhooks: 2\..*WEBHOOK_TARGETS=off/);
  });

  it('takes a backup of an older version of the app, and not one of a newer', async () => {
    const url = await cloneDatabase();
    const app = await new DataSource(dataSourceOptions(url)).initialize();
    const newest = await schema(url);
    await app.undoLastMigration();
    await app.query("INSERT INTO users (email, password) VALUES ('old@shop.example', 'x')");
    await app.destroy();
    const file = newFile();
    const said: string[] = [];
    const { migrations } = await backUp({ url, file, say: (line) => said.push(line) });
    expect(said.join('\n')).not.toContain('Warning');
    const target = await restored(file, 'template_crm');
    expect(
      (await query<{ name: string }>(target, 'SELECT name FROM migrations ORDER BY id')).map(({ name }) => name),
    ).toEqual(migrations);
    const updated = await new DataSource(dataSourceOptions(target)).initialize();
    await migrate(updated);
    await updated.destroy();
    expect(await schema(target)).toEqual(newest);
    expect(await query(target, 'SELECT email FROM users')).toEqual([{ email: 'old@shop.example' }]);

    await query(target, "INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Later1999999999999')");
    const later = newFile();
    await backUp({ url: target, file: later, say: (line) => said.push(line) });
    expect(said.at(-1)).toMatch(
      /^Warning: .* restored only with the version of the app that has Later1999999999999\.$/,
    );
    await expect(restored(later)).rejects.toThrow(/newer version of the app \(Later1999999999999\)/);
  });

  it.each([
    // The tables made since have triggers, which go with them.
    ['Queue1795600000000', 'where the new version was started first', 'template_crm'],
    // An earlier migration needs its column for a moment.
    ['FirstChanges1795585500000', 'in an empty database', 'template0'],
  ])('brings a backup from before %s up to date %s', async (migration, _where, template) => {
    const url = await cloneDatabase();
    const app = await new DataSource(dataSourceOptions(url)).initialize();
    const newest = await schema(url);
    const recordTypes = await query(url, 'SELECT * FROM record_types ORDER BY kind');
    while ((await app.query<object[]>('SELECT FROM migrations WHERE name = $1', [migration])).length > 0)
      await app.undoLastMigration();
    await app.query("INSERT INTO users (email, password) VALUES ('old@shop.example', 'x')");
    await app.query(
      "INSERT INTO changes (change_set, kind, record_id, subject_kind, subject_id, operation, version) VALUES (gen_random_uuid(), 'product', 1, 'product', 1, 'delete', 1)",
    );
    await app.destroy();
    const file = newFile();
    await backUp({ url, file, say });
    const target = await restored(file, template);
    const updated = await new DataSource(dataSourceOptions(target)).initialize();
    await migrate(updated);
    await updated.destroy();
    expect(await schema(target)).toEqual(newest);
    expect(await query(target, 'SELECT * FROM record_types ORDER BY kind')).toEqual(recordTypes);
  });

  it('writes files for their owner alone, and never over another', async () => {
    const file = newFile();
    await backUp({ url: source(), file, say });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(backUp({ url: source(), file, say })).rejects.toThrow(/is there already/);
    await expect(backUp({ url: await cloneDatabase('template0'), file: newFile(), say })).rejects.toThrow(
      /nothing to back up/,
    );
    expect(readdirSync(folder()).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});
