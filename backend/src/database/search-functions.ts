import type { QueryRunner } from 'typeorm';

/** For migrations: changes the maker of the functions `search_<table>`, and makes all of them anew, those of modules too, from what each was made of. */
export async function changeSearchMaker(runner: QueryRunner, from: string, to: string): Promise<void> {
  const [{ definition }] = (await runner.query(
    "SELECT pg_get_functiondef('make_search'::regproc) AS definition",
  )) as unknown as { definition: string }[];
  if (!definition.includes(from)) throw new Error('make_search is not as the migrations before made it');
  await runner.query(definition.replace(from, () => to));
  await runner.query(String.raw`
    SELECT make_search(substr(proname, 8), of_found[1], of_found[2], of_found[3], of_found[4]::integer, of_newest[1]::integer)
    FROM pg_proc,
      regexp_match(prosrc, 'SELECT id, ([^\n]+) AS record, ([^\n]+) AS text FROM [^\n]+ WHERE span IS DISTINCT FROM 0 AND ([^\n]+) @@ query\s+LIMIT CASE WHEN one ->> ''pattern'' <> '''' THEN (\d+) END') AS of_found,
      regexp_match(prosrc, 'CASE WHEN span = 0 THEN (\d+) ELSE 0 END') AS of_newest
    WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'search\_%' AND of_found IS NOT NULL`);
}
