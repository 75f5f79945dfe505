import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeSearchMaker } from '../search-functions';

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
    await changeSearchMaker(runner, PLACE, SKIPPING);
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeSearchMaker(runner, SKIPPING, PLACE);
  }
}
