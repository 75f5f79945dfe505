import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lists are sorted by and cut down to. The age needs nothing: it is the number. */
const INDEXES = {
  products_by_name: 'products ((left(fold_text(name), 100) COLLATE "C"), id)',
  products_by_sku: 'products ((left(fold_text(sku), 100) COLLATE "C"), id)',
  products_by_status: 'products (status, id)',
  customer_questions_by_status: 'customer_questions (status, id)',
  problems_by_status: 'problems (status, id)',
  updates_by_status: 'updates (status, id)',
};

/** Indexes for the orders and statuses of lists. */
export class ListOrders1795251000000 implements MigrationInterface {
  name = 'ListOrders1795251000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) await runner.query(`CREATE INDEX ${name} ON ${columns}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(INDEXES).join()}`);
  }
}
