import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Questions and problems with their answers, and updates. */
export class SupportDesk1795226325389 implements MigrationInterface {
  name = 'SupportDesk1795226325389';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "problems" (
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        "created_by_id" integer NOT NULL,
        "id" SERIAL NOT NULL,
        "title" text NOT NULL,
        "description" text NOT NULL,
        "status" text NOT NULL DEFAULT 'open',
        "images" jsonb NOT NULL DEFAULT '[]',
        "search_text" text NOT NULL DEFAULT '',
        CONSTRAINT "problems_status_check" CHECK (status IN ('open', 'in_progress', 'resolved')),
        CONSTRAINT "PK_b3994afba6ab64a42cda1ccaeff" PRIMARY KEY ("id")
      )
    `);
    await queryRunner.query(`
      CREATE TABLE "problem_responses" (
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        "created_by_id" integer NOT NULL,
        "id" SERIAL NOT NULL,
        "response" text NOT NULL,
        "problem_id" integer NOT NULL,
        CONSTRAINT "PK_a5393820dc277f9cfbc8416e4ca" PRIMARY KEY ("id")
      )
    `);
    await queryRunner.query(`
      CREATE INDEX "problem_responses_problem_id" ON "problem_responses" ("problem_id", "id")
    `);
    await queryRunner.query(`
      CREATE TABLE "customer_questions" (
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        "created_by_id" integer NOT NULL,
        "id" SERIAL NOT NULL,
        "title" text NOT NULL,
        "description" text NOT NULL,
        "status" text NOT NULL DEFAULT 'open',
        "search_text" text NOT NULL DEFAULT '',
        CONSTRAINT "customer_questions_status_check" CHECK (status IN ('open', 'in_progress', 'resolved')),
        CONSTRAINT "PK_e6aff7c30208ae99b101f3c954f" PRIMARY KEY ("id")
      )
    `);
    await queryRunner.query(`
      CREATE TABLE "question_responses" (
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        "created_by_id" integer NOT NULL,
        "id" SERIAL NOT NULL,
        "response" text NOT NULL,
        "question_id" integer NOT NULL,
        CONSTRAINT "PK_2332645e57b89c7d848b8c866bb" PRIMARY KEY ("id")
      )
    `);
    await queryRunner.query(`
      CREATE INDEX "question_responses_question_id" ON "question_responses" ("question_id", "id")
    `);
    await queryRunner.query(`
      CREATE TABLE "updates" (
        "id" SERIAL NOT NULL,
        "title" text NOT NULL,
        "content" text NOT NULL,
        "status" text NOT NULL DEFAULT 'active',
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        "created_by_id" integer NOT NULL,
        "search_text" text NOT NULL DEFAULT '',
        CONSTRAINT "updates_status_check" CHECK (status IN ('active', 'archived')),
        CONSTRAINT "PK_6029912acac4189b62b8b57c880" PRIMARY KEY ("id")
      )
    `);
    await queryRunner.query(`
      ALTER TABLE "problems"
      ADD CONSTRAINT "FK_3dd1bf7b96a25dd4f33cac664ea" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION
    `);
    await queryRunner.query(`
      ALTER TABLE "problem_responses"
      ADD CONSTRAINT "FK_a4d3d083c6c36ff57c550c88fa9" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION
    `);
    await queryRunner.query(`
      ALTER TABLE "problem_responses"
      ADD CONSTRAINT "problem_responses_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problems"("id") ON DELETE CASCADE ON UPDATE NO ACTION
    `);
    await queryRunner.query(`
      ALTER TABLE "customer_questions"
      ADD CONSTRAINT "FK_429430d713fb6443ee9733d7b94" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION
    `);
    await queryRunner.query(`
      ALTER TABLE "question_responses"
      ADD CONSTRAINT "FK_d7f3a6ac3b2c992256d85756539" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION
    `);
    await queryRunner.query(`
      ALTER TABLE "question_responses"
      ADD CONSTRAINT "question_responses_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "customer_questions"("id") ON DELETE CASCADE ON UPDATE NO ACTION
    `);
    await queryRunner.query(`
      ALTER TABLE "updates"
      ADD CONSTRAINT "FK_0bfecc988ac355ee43b64d3f09f" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION
    `);
    await createSearch(queryRunner);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER problems_images ON problems');
    for (const { table } of SEARCHED) await queryRunner.query(`DROP FUNCTION ${table}_search_text CASCADE`);
    await queryRunner.query(`
      ALTER TABLE "updates" DROP CONSTRAINT "FK_0bfecc988ac355ee43b64d3f09f"
    `);
    await queryRunner.query(`
      ALTER TABLE "question_responses" DROP CONSTRAINT "question_responses_question_id_fkey"
    `);
    await queryRunner.query(`
      ALTER TABLE "question_responses" DROP CONSTRAINT "FK_d7f3a6ac3b2c992256d85756539"
    `);
    await queryRunner.query(`
      ALTER TABLE "customer_questions" DROP CONSTRAINT "FK_429430d713fb6443ee9733d7b94"
    `);
    await queryRunner.query(`
      ALTER TABLE "problem_responses" DROP CONSTRAINT "problem_responses_problem_id_fkey"
    `);
    await queryRunner.query(`
      ALTER TABLE "problem_responses" DROP CONSTRAINT "FK_a4d3d083c6c36ff57c550c88fa9"
    `);
    await queryRunner.query(`
      ALTER TABLE "problems" DROP CONSTRAINT "FK_3dd1bf7b96a25dd4f33cac664ea"
    `);
    await queryRunner.query(`
      DROP TABLE "updates"
    `);
    await queryRunner.query(`
      DROP INDEX "public"."question_responses_question_id"
    `);
    await queryRunner.query(`
      DROP TABLE "question_responses"
    `);
    await queryRunner.query(`
      DROP TABLE "customer_questions"
    `);
    await queryRunner.query(`
      DROP INDEX "public"."problem_responses_problem_id"
    `);
    await queryRunner.query(`
      DROP TABLE "problem_responses"
    `);
    await queryRunner.query(`
      DROP TABLE "problems"
    `);
  }
}

/** What a search looks through, table by table. */
const SEARCHED = [
  { table: 'customer_questions', text: 'description' },
  { table: 'problems', text: 'description' },
  { table: 'updates', text: 'content' },
];

async function createSearch(queryRunner: QueryRunner): Promise<void> {
  for (const { table, text } of SEARCHED) {
    await queryRunner.query(String.raw`
      CREATE FUNCTION ${table}_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.search_text := fold_text(concat_ws(E'\n', NEW.title, NEW.${text}));
        RETURN NEW;
      END
      $$`);
    await queryRunner.query(`
      CREATE TRIGGER ${table}_search_text BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_search_text()`);
    await queryRunner.query(`CREATE INDEX ${table}_search ON ${table} USING gin (search_text gin_trgm_ops)`);
    await queryRunner.query(`ALTER TABLE ${table} ALTER COLUMN search_text SET STATISTICS 500`);
  }
  await queryRunner.query(`
    CREATE TRIGGER problems_images AFTER INSERT OR DELETE OR UPDATE OF images ON problems
    FOR EACH ROW EXECUTE FUNCTION count_image_uses()`);
}
