import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the command is that links the records which were there before. */
export class LinkProgress1795600400001 implements MigrationInterface {
  name = 'LinkProgress1795600400001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE link_progress (kind text CONSTRAINT link_progress_pkey PRIMARY KEY, after_id integer NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE link_progress');
  }
}
