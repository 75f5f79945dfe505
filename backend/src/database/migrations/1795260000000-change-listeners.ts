import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where each listener within the app is in the feed of changes. */
export class ChangeListeners1795260000000 implements MigrationInterface {
  name = 'ChangeListeners1795260000000';

  async up(runner: QueryRunner): Promise<void> {
    // All up to `position` was told to it, or did not concern it.
    await runner.query(
      'CREATE TABLE change_listeners (name text CONSTRAINT change_listeners_pkey PRIMARY KEY, position bigint NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE change_listeners');
  }
}
