import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks, where each of them is in the feed of changes, and what was sent. */
export class Webhooks1795253000000 implements MigrationInterface {
  name = 'Webhooks1795253000000';

  async up(runner: QueryRunner): Promise<void> {
    // All up to `position` was delivered.
    await runner.query(`
      CREATE TABLE webhooks (
        id serial CONSTRAINT webhooks_pkey PRIMARY KEY,
        url text NOT NULL,
        kinds text[],
        operations text[],
        active boolean NOT NULL DEFAULT true,
        secret text NOT NULL,
        position bigint NOT NULL,
        failing_since timestamptz,
        created_by_id integer NOT NULL CONSTRAINT webhooks_created_by_id_fkey REFERENCES users (id),
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    // Its changes are those after \`after\` up to \`until\`, of the kinds and operations wanted when it was made: the same at each try.
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        id serial CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
        uuid uuid NOT NULL DEFAULT gen_random_uuid(),
        webhook_id integer NOT NULL CONSTRAINT webhook_deliveries_webhook_id_fkey REFERENCES webhooks (id) ON DELETE CASCADE,
        after bigint NOT NULL,
        until bigint NOT NULL,
        changes integer NOT NULL,
        kinds text[],
        operations text[],
        is_replay boolean NOT NULL DEFAULT false,
        is_pending boolean NOT NULL DEFAULT true,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        tried_at timestamptz,
        next_at timestamptz NOT NULL DEFAULT now(),
        status integer,
        error text
      )`);
    await runner.query('CREATE INDEX webhook_deliveries_webhook_id ON webhook_deliveries (webhook_id, id)');
    await runner.query(
      'CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, id) WHERE is_pending',
    );
    // One batch at a time, whatever two processes believe.
    await runner.query(
      'CREATE UNIQUE INDEX webhook_deliveries_next ON webhook_deliveries (webhook_id) WHERE is_pending AND NOT is_replay',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_deliveries, webhooks');
  }
}
