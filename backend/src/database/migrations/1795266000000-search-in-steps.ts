import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeSearchMaker } from '../search-functions';

/** Steps of 4,096 ids: 131,072. */
const MIDDLE = 32;
/** A list of so many rows takes long to read. Reckoned from one step of all, `newest` in number. */
const LONG = 30_000;
const LONG_PART = `${LONG} / newest`;

/** What the maker of the search functions had, and has. */
const CHANGES = [
  ['ELSE ARRAY[2, NULL] END', `ELSE ARRAY[2, ${MIDDLE}, NULL] END`],
  ['span integer;', 'span integer;\n          is_common boolean;'],
  // With a pattern besides, only the first few of a list are read anyway. Where few have the words, all are listed sooner than these: many steps are many words to look up. The last tier finds whatever the others find.
  [
    'CONTINUE WHEN newest < span;',
    `CONTINUE WHEN newest < span;
              IF span = ${MIDDLE} THEN
                CONTINUE WHEN one ->> 'pattern' <> '';
                is_common := coalesce(is_common, (SELECT count(*) FROM (
                  SELECT FROM %1$I WHERE %4$s @@ concat_ws('&', '(' || nullif(tiers -> -1 ->> 'words', '') || ')', '''#' || newest / 2 || '''')::tsquery LIMIT ${LONG_PART}
                ) AS part) = ${LONG_PART});
                CONTINUE WHEN NOT is_common;
              END IF;`,
  ],
] as const;

/**
 * Between the newest records and all, the search looks into the newest 131,072 where many of all have the words: one that is
 * common in all but the newest, as after a large import, no longer lists all that have it.
 */
export class SearchInSteps1795266000000 implements MigrationInterface {
  name = 'SearchInSteps1795266000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [former, present] of CHANGES) await changeSearchMaker(runner, former, present);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [former, present] of [...CHANGES].reverse()) await changeSearchMaker(runner, present, former);
  }
}
