import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of returns: their history is kept, they are searched and counted. */
export class AddReturns1795282246330 implements MigrationInterface {
  name = 'AddReturns1795282246330';

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
        CONSTRAINT "PK_27a2f1895a71519ebfec7850361" PRIMARY KEY ("id")
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
        CONSTRAINT "PK_a24786c382d14d36a7ae20c955e" PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "return_responses_return_id" ON "return_responses"  ("return_id", "id") `);
    await runner.query(
      `ALTER TABLE "returns" ADD CONSTRAINT "FK_34b49aad67c62a5f2a096188d88" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "return_responses" ADD CONSTRAINT "FK_48161b1547d9899cfc60222e8b4" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "return_responses" ADD CONSTRAINT "return_responses_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "returns"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query("SELECT keep_search('returns', 'title', 'description')");
    await runner.query("SELECT keep_history('returns', 'return', 'returns')");
    await runner.query("SELECT keep_count('returns')");
    await runner.query("SELECT keep_response_search('return_responses', 'return_id')");
    await runner.query(
      "SELECT keep_history('return_responses', 'return-response', 'return-responses', 'return', 'return_id')",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("SELECT forget_records('return_responses')");
    await runner.query("SELECT forget_records('returns')");
  }
}
