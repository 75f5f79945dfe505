import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes that answer the filters of views alone, so that what is unresolved or waits is counted without a look at the rows. */
export class CountedViews1795600100001 implements MigrationInterface {
  name = 'CountedViews1795600100001';

  async up(runner: QueryRunner): Promise<void> {
    // A new database has them already: enable_queue makes them.
    for (const table of ['customer_questions', 'problems']) {
      await runner.query(`DROP INDEX IF EXISTS ${table}_waiting, ${table}_unresolved`);
      await runner.query(
        `CREATE INDEX ${table}_waiting ON ${table} (waiting_since, id)
         INCLUDE (status, assignee_id, snoozed_until) WHERE waiting_since IS NOT NULL`,
      );
      await runner.query(
        `CREATE INDEX ${table}_unresolved ON ${table} (created_at, id)
         INCLUDE (status, assignee_id, snoozed_until, waiting_since) WHERE status <> 'resolved'`,
      );
    }
    await runner.query("CREATE INDEX problems_with_images ON problems (status, id) WHERE images <> '[]'");
    await runner.query("CREATE INDEX products_without_images ON products (id) WHERE images = '[]'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX products_without_images, problems_with_images');
    for (const table of ['customer_questions', 'problems']) {
      await runner.query(`DROP INDEX ${table}_waiting`);
      await runner.query(
        `CREATE INDEX ${table}_waiting ON ${table} (waiting_since, id) WHERE waiting_since IS NOT NULL`,
      );
      await runner.query(`DROP INDEX IF EXISTS ${table}_unresolved`);
    }
  }
}
