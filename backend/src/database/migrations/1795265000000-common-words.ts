import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In `make_search`: where what was asked of the newest rows is about to be asked of all. */
const PLACE = 'CONTINUE WHEN newest < span;';
/** A list of so many rows takes long to make. Reckoned from the 8,192 newest ids: `newest` counts steps of 4,096, so a list is `newest / 2` times as long as its part there. */
const LONG = 30_000;
const SKIPPING = `${PLACE}
              -- Words with a pattern besides: of all rows only the first few are held against it, and to list all with words as common as these takes long.
              CONTINUE WHEN span IS NULL AND one ->> 'pattern' <> '' AND newest >= 2
                AND (SELECT count(*) FROM (SELECT FROM %1$I WHERE %4$s @@ query LIMIT ${2 * LONG} / newest) AS common) = ${2 * LONG} / newest;`;

/** A search for common words, of which one is too short to be looked up, asks the newest rows alone where the list of all would be long: at a million it took seconds. */
export class CommonWords1795265000000 implements MigrationInterface {
  name = 'CommonWords1795265000000';

  async up(runner: QueryRunner): Promise<void> {
    await changeMaker(runner, PLACE, SKIPPING);
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeMaker(runner, SKIPPING, PLACE);
  }
}

/** Changes the maker of the functions `search_<table>`, and makes all of them anew, those of modules too, from what each was made of. */
async function changeMaker(runner: QueryRunner, from: string, to: string): Promise<void> {
  const [{ definition }] = (await runner.query("SELECT pg_get_functiondef('make_search'::regproc) AS definition")) as unknown as { definition: string }[];
  if (!definition.includes(from)) throw new Error('make_search is not as the migration of the record tables made it');
  await runner.query(definition.replace(from, () => to));
  await runner.query(String.raw`
    SELECT make_search(substr(proname, 8), of_found[1], of_found[2], of_found[3], of_found[4]::integer, of_newest[1]::integer)
    FROM pg_proc,
      regexp_match(prosrc, 'SELECT id, ([^\n]+) AS record, ([^\n]+) AS text FROM [^\n]+ WHERE span IS DISTINCT FROM 0 AND ([^\n]+) @@ query\s+LIMIT CASE WHEN one ->> ''pattern'' <> '''' THEN (\d+) END') AS of_found,
      regexp_match(prosrc, 'CASE WHEN span = 0 THEN (\d+) ELSE 0 END') AS of_newest
    WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'search\_%' AND of_found IS NOT NULL`);
}
