import type { QueryRunner } from 'typeorm';
import { Baseline1795500000000 as Baseline } from './migrations/1795500000000-baseline';

/** The migrations of the last build before the first release; the baseline makes the same tables. */
export const PREVIOUS = [
  'Initial1763600000000',
  'SupportDesk1795226325389',
  'ChangeLog1795247000000',
  'SignIn1795248000000',
  'Counters1795249000000',
  'Search1795250000000',
  'ListOrders1795251000000',
  'Tokens1795252000000',
  'Webhooks1795253000000',
  'ProductImports1795254000000',
  'RecordTables1795257000000',
  'ChangeListeners1795260000000',
  'Processes1795261000000',
  'RecentWriters1795263000000',
  'CheaperWrites1795264000000',
  'CommonWords1795265000000',
  'SearchInSteps1795266000000',
  'CheaperKeys1795267000000',
  'WritersOfRows1795268000000',
  'WordsByStatement1795269000000',
  'RareCodes1795270000000',
];

/** Functions of that build, as patterns of names: its triggers call them, or it made others with them. */
const FUNCTIONS =
  '^((keep|make|list|search|count|refuse|raise|log|recount|forget|hold)_.*|.*_search_text|searched_text|recount|changes_horizon|image_hashes|like_pattern|near_words|words_of|indexed_words|unique_texts)$';

/** Whether the database is of the last build before the first release; throws where it is of an older or an unknown one. */
export async function isPrevious(runner: QueryRunner): Promise<boolean> {
  const [{ there }] = await runner.manager.query<[{ there: boolean }]>(
    "SELECT to_regclass('migrations') IS NOT NULL AS there",
  );
  if (!there) return false;
  const rows = await runner.manager.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
  const applied = rows.map(({ name }) => name);
  if (applied.length === 0 || applied.includes(Baseline.name)) return false;
  if (PREVIOUS.every((name) => applied.includes(name))) return true;
  throw new Error(
    `The database is of an older or another version of the app: its last migration is ${applied.at(-1)}. ` +
      'Start the last version before 1.0 on it once, then this one. Nothing was changed.',
  );
}

/** Makes the tables of the previous build those of the baseline, with all rows; its functions and triggers go. */
export async function adoptPrevious(runner: QueryRunner): Promise<void> {
  await runner.query(`
    DO $$
    DECLARE
      one record;
    BEGIN
      FOR one IN
        SELECT tgname, tgrelid::regclass AS table FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE NOT tgisinternal AND pronamespace = 'public'::regnamespace AND proname ~ '${FUNCTIONS}'
      LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.table);
      END LOOP;
      -- Functions that an index calls stay, and are replaced.
      FOR one IN
        SELECT oid::regprocedure AS function FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND proname ~ '${FUNCTIONS}' AND NOT EXISTS (
          SELECT FROM pg_depend
          WHERE (refclassid = 'pg_proc'::regclass AND refobjid = pg_proc.oid AND classid = 'pg_class'::regclass)
            OR (classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e'))
      LOOP
        EXECUTE format('DROP FUNCTION %s', one.function);
      END LOOP;
      ALTER TABLE record_kinds RENAME TO record_types;
      FOR one IN
        SELECT conname, replace(conname, 'record_kinds', 'record_types') AS name, conrelid::regclass AS table
        FROM pg_constraint WHERE conname LIKE 'record_kinds%'
        UNION ALL
        SELECT conname, format(CASE contype WHEN 'p' THEN '%s_pkey' ELSE '%s_%s_fkey' END, relname, attname),
          conrelid::regclass
        FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
        JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
        WHERE conname ~ '^(PK|FK)_[0-9a-f]{27}$' AND pg_constraint.connamespace = 'public'::regnamespace
      LOOP
        EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', one.table, one.conname, one.name);
      END LOOP;
    END
    $$`);
  await runner.query('DELETE FROM migrations WHERE name = ANY ($1)', [PREVIOUS]);
  const [, timestamp] = /(\d+)$/.exec(Baseline.name) ?? [];
  await runner.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [timestamp, Baseline.name]);
}
