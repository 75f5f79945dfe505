import type { MigrationInterface, QueryRunner } from 'typeorm';

/** More reasons to notify: a record was taken from somebody, the customer wrote, or a note was added. */
export class NotificationReasons1795600900000 implements MigrationInterface {
  name = 'NotificationReasons1795600900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE notifications DROP CONSTRAINT notifications_reason_check,
      ADD CONSTRAINT notifications_reason_check CHECK (
        reason IN ('mention', 'assigned', 'taken', 'unassigned', 'response', 'customer', 'note', 'status'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE notifications SET reason = 'response' WHERE reason IN ('customer', 'note')");
    await runner.query("DELETE FROM notifications WHERE reason IN ('taken', 'unassigned')");
    await runner.query(`ALTER TABLE notifications DROP CONSTRAINT notifications_reason_check,
      ADD CONSTRAINT notifications_reason_check CHECK (reason IN ('mention', 'assigned', 'response', 'status'))`);
  }
}
