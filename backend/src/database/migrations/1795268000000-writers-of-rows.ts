import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LOG_CHANGE } from './1795247000000-change-log';

const CHANGE_SET = "change_set uuid := nullif(current_setting('crm.change_set', true), '');";
const WRITERS = `
      change_set uuid;
      writers text := nullif(current_setting('crm.writers', true), '');
      writer json;`;

/**
 * A statement may insert for several requests: `crm.writers` has a line for each row, its table, its id, and the three other
 * settings as a list in JSON. A look into a text is cheaper than reading all of it as JSON for every row.
 */
const OF_ROWS = `
      IF writers IS NOT NULL THEN
        writer := nullif(split_part(split_part(writers, E'\\n' || TG_TABLE_NAME || ' ' || (this_row ->> 'id') || ' ', 2), E'\\n', 1), '')::json;
        IF writer IS NOT NULL THEN
          PERFORM set_config('crm.user_id', writer ->> 0, true), set_config('crm.change_set', writer ->> 1, true), set_config('crm.token_name', writer ->> 2, true);
        END IF;
      END IF;
      change_set := nullif(current_setting('crm.change_set', true), '');`;

/** Rows that are inserted together have each their own user and change set in the log. */
export class WritersOfRows1795268000000 implements MigrationInterface {
  name = 'WritersOfRows1795268000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      LOG_CHANGE.replace(CHANGE_SET, WRITERS.trim()).replace(
        '      IF change_set IS NULL THEN',
        `${OF_ROWS.slice(1)}\n$&`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(LOG_CHANGE);
  }
}
