import type { MigrationInterface, QueryRunner } from 'typeorm';
import { KEEP_RESPONSE_SEARCH, KEEP_SEARCH } from './1795257000000-record-tables';

const SOURCES = [
  { name: 'record', folded: 'search_text' },
  { name: 'response', folded: 'fold_text(response)' },
];

/** As each maker of a search has it: one trigger for what is inserted and what is changed. */
const BY_ROW = (name: string): string =>
  `      EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION list_${name}_words()', searched || '_words', searched);`;
const BY_STATEMENT = (
  name: string,
): string => `      EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION list_${name}_words()', searched || '_words', searched);
      EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_inserted_${name}_words()', searched || '_words_insert', searched);`;

/** The words of rows that are inserted together are looked up together: most of them have the same. */
export class WordsByStatement1795269000000 implements MigrationInterface {
  name = 'WordsByStatement1795269000000';

  async up(runner: QueryRunner): Promise<void> {
    // A sequence that was never asked gives its first number again, and the first rebuild would take all words for its own.
    await runner.query("SELECT setval('search_generation', last_value) FROM search_generation");
    for (const source of SOURCES) {
      await runner.query(listInserted(source));
      await runner.query(forEachTable(source.name, BY_STATEMENT(source.name)));
    }
    await runner.query(KEEP_SEARCH.replace(BY_ROW('record'), BY_STATEMENT('record')));
    await runner.query(KEEP_RESPONSE_SEARCH.replace(BY_ROW('response'), BY_STATEMENT('response')));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(KEEP_RESPONSE_SEARCH);
    await runner.query(KEEP_SEARCH);
    for (const { name } of SOURCES) {
      await runner.query(
        forEachTable(
          name,
          `      EXECUTE format('DROP TRIGGER %I ON %I', searched || '_words_insert', searched);\n${BY_ROW(name).replace('CREATE', 'CREATE OR REPLACE')}`,
        ),
      );
      await runner.query(`DROP FUNCTION list_inserted_${name}_words`);
    }
  }
}

/** Some rows at a time: a text may be as long as PostgreSQL can hold, and so may a statement. */
function listInserted({ name, folded }: (typeof SOURCES)[number]): string {
  return `
    CREATE FUNCTION list_inserted_${name}_words() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      folded text;
      texts text;
    BEGIN
      IF current_setting('crm.words_later', true) IS NOT DISTINCT FROM 'on' THEN
        RETURN NULL;
      END IF;
      FOR folded IN SELECT ${folded} FROM changed LOOP
        texts := concat_ws(E'\\n', texts, folded);
        IF octet_length(texts) > 30000 THEN
          PERFORM list_words(texts);
          texts := NULL;
        END IF;
      END LOOP;
      IF texts <> '' THEN
        PERFORM list_words(texts);
      END IF;
      RETURN NULL;
    END
    $$`;
}

/** Tables of modules, too. */
function forEachTable(source: string, work: string): string {
  return `
    DO $do$
    DECLARE
      searched text;
    BEGIN
      FOR searched IN SELECT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE tgfoid = 'list_${source}_words'::regproc ORDER BY 1 LOOP
${work}
      END LOOP;
    END
    $do$`;
}
