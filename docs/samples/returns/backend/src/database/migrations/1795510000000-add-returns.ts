import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of returns, with what search reads of them. */
export class AddReturns1795510000000 implements MigrationInterface {
  name = 'AddReturns1795510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "returns" (
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        "created_by_id" integer NOT NULL,
        "version" integer NOT NULL DEFAULT '1',
        "id" SERIAL NOT NULL,
        "title" text NOT NULL,
        "description" text NOT NULL,
        "status" text NOT NULL DEFAULT 'open',
        "search_text" text NOT NULL DEFAULT '',
        CONSTRAINT "returns_status_check" CHECK (status IN ('open', 'in_progress', 'resolved')),
        CONSTRAINT "returns_pkey" PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "returns_by_status" ON "returns"  ("status", "id") `);
    await runner.query(`
      CREATE TABLE "return_responses" (
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        "created_by_id" integer NOT NULL,
        "version" integer NOT NULL DEFAULT '1',
        "id" SERIAL NOT NULL,
        "response" text NOT NULL,
        "return_id" integer NOT NULL,
        CONSTRAINT "return_responses_pkey" PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "return_responses_return_id" ON "return_responses"  ("return_id", "id") `);
    await runner.query(
      `ALTER TABLE "returns" ADD CONSTRAINT "returns_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "return_responses" ADD CONSTRAINT "return_responses_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "return_responses" ADD CONSTRAINT "return_responses_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "returns"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query("SELECT enable_search('returns', 'title')");
    await runner.query("SELECT enable_response_search('return_responses')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("SELECT drop_record_type('return_responses')");
    await runner.query("SELECT drop_record_type('returns')");
  }
}
