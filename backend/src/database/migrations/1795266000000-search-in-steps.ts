import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeSearchMaker } from '../search-functions';

const SPANS = 'ELSE ARRAY[2, NULL] END';
const PLACE = 'CONTINUE WHEN newest < span;';
/** Steps of 4,096 ids: 131,072. */
const MIDDLE = 32;
const STEPS = `ELSE ARRAY[2, ${MIDDLE}, NULL] END`;
// With a pattern besides, only the first few of a list are read anyway.
const STEPPING = `CONTINUE WHEN newest < span OR (span = ${MIDDLE} AND one ->> 'pattern' <> '');`;

/** Between the newest records and all, the search looks into the newest 131,072: a word that is common in all but the newest, as after a large import, no longer lists all that have it. */
export class SearchInSteps1795266000000 implements MigrationInterface {
  name = 'SearchInSteps1795266000000';

  async up(runner: QueryRunner): Promise<void> {
    await changeSearchMaker(runner, SPANS, STEPS);
    await changeSearchMaker(runner, PLACE, STEPPING);
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeSearchMaker(runner, STEPPING, PLACE);
    await changeSearchMaker(runner, STEPS, SPANS);
  }
}
