import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What colleagues did that concerns a user, and which records users watch and have seen. */
export class Notifications1795600800000 implements MigrationInterface {
  name = 'Notifications1795600800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications (
        id serial CONSTRAINT notifications_pkey PRIMARY KEY,
        user_id integer NOT NULL CONSTRAINT notifications_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
        change_id bigint NOT NULL,
        kind text NOT NULL,
        record_id integer NOT NULL,
        reason text NOT NULL CONSTRAINT notifications_reason_check CHECK (reason IN ('mention', 'assigned', 'response', 'status')),
        actor_id integer NOT NULL,
        excerpt text,
        created_at timestamptz NOT NULL,
        read_at timestamptz,
        CONSTRAINT notifications_cause UNIQUE (user_id, change_id))`);
    await runner.query('CREATE INDEX notifications_by_user ON notifications (user_id, id)');
    await runner.query(
      'CREATE INDEX notifications_unread ON notifications (user_id, kind, record_id) WHERE read_at IS NULL',
    );
    await runner.query('CREATE INDEX notifications_read ON notifications (read_at) WHERE read_at IS NOT NULL');
    await runner.query(`
      CREATE TABLE record_watches (
        kind text NOT NULL,
        record_id integer NOT NULL,
        user_id integer NOT NULL CONSTRAINT record_watches_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
        is_watching boolean,
        seen_change_id bigint,
        opened_at timestamptz,
        CONSTRAINT record_watches_pkey PRIMARY KEY (kind, record_id, user_id))`);
    await runner.query('CREATE INDEX record_watches_by_user ON record_watches (user_id, kind, record_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE record_watches');
    await runner.query('DROP TABLE notifications');
  }
}
