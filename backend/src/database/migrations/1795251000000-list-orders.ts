import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lists are sorted by and cut down to. The age needs nothing: it is the number. */
const INDEXES = [
  'products_by_name ON products ((left(fold_text(name), 100) COLLATE "C"), id)',
  'products_by_sku ON products ((left(fold_text(sku), 100) COLLATE "C"), id)',
  'products_by_status ON products (status, id)',
  'customer_questions_by_status ON customer_questions (status, id)',
  'problems_by_status ON problems (status, id)',
  'updates_by_status ON updates (status, id)',
];

/** Indexes for the orders and statuses of lists. */
export class ListOrders1795251000000 implements MigrationInterface {
  name = 'ListOrders1795251000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await runner.query(`CREATE INDEX ${index}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const names = INDEXES.map((index) => index.split(' ')[0]);
    await runner.query(`DROP INDEX ${names.join()}`);
  }
}
