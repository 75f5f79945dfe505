import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tags, and the indexes by which the queue reads what is not resolved, and what nobody takes care of. */
export class Tags1795600200000 implements MigrationInterface {
  name = 'Tags1795600200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tags (
        created_at timestamptz NOT NULL DEFAULT now(),
        created_by_id integer NOT NULL REFERENCES users (id),
        version integer NOT NULL DEFAULT 1,
        id serial PRIMARY KEY,
        name text NOT NULL,
        color text NOT NULL DEFAULT 'gray' CONSTRAINT tags_color_check
          CHECK (color IN ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple')),
        "group" text)`);
    await runner.query('CREATE UNIQUE INDEX tags_name_key ON tags (lower(name))');
    // A new database has these already: enable_queue makes them.
    for (const table of ['customer_questions', 'problems']) {
      await runner.query(
        `CREATE INDEX IF NOT EXISTS ${table}_unresolved ON ${table} (created_at, id) WHERE status <> 'resolved'`,
      );
      await runner.query(
        `CREATE INDEX IF NOT EXISTS ${table}_unassigned ON ${table} (waiting_since, id)
         WHERE waiting_since IS NOT NULL AND assignee_id IS NULL`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['customer_questions', 'problems']) {
      await runner.query(`DROP TRIGGER IF EXISTS ${table}_known_tags ON ${table}`);
      await runner.query(`DROP INDEX ${table}_unresolved, ${table}_unassigned`);
    }
    await runner.query('DROP TABLE tags');
    await runner.query("DELETE FROM record_types WHERE kind = 'tag'");
  }
}
