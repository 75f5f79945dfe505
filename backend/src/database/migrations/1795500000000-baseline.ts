import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TOPICS = ['accounts', 'records', 'changes', 'webhooks', 'imports', 'search'];

/** All tables of the first release, with their constraints and indexes: the SQL is in `database/baseline/`. */
export class Baseline1795500000000 implements MigrationInterface {
  name = 'Baseline1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query('CREATE EXTENSION IF NOT EXISTS unaccent');
    for (const topic of TOPICS)
      await runner.query(readFileSync(join(__dirname, '../baseline', `${topic}.sql`), 'utf8'));
  }

  down(): Promise<void> {
    throw new Error('There is nothing before the first release');
  }
}
