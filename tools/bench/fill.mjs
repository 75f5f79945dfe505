import { readFileSync } from 'node:fs';
import { built, builtPath } from '../lib/database.mjs';
import * as words from './words.mjs';

/** How many records of each kind; of the responses half answer questions and half problems. */
export const sizes = {
  '1k': { products: 1_000, questions: 500, problems: 500, responses: 1_000, updates: 1_000 },
  '100k': { products: 100_000, questions: 50_000, problems: 50_000, responses: 100_000, updates: 1_000 },
  '1M': { products: 1_000_000, questions: 500_000, problems: 500_000, responses: 5_000_000, updates: 1_000 },
  '3M': { products: 3_000_000, questions: 1_500_000, problems: 1_500_000, responses: 5_000_000, updates: 1_000 },
};

const USERS = 20;
/** Products that people ask for most: the first ones. */
const ASKED_FOR = 200;
/** Records are made over three years up to this day. */
const FIRST_DAY = "timestamptz '2023-10-01 06:00Z'";
const DAYS = 1096;

/** The tables that are searched, with the column whose words are listed. */
const SEARCHED = {
  products: 'search_text',
  customer_questions: 'search_text',
  problems: 'search_text',
  updates: 'search_text',
  question_responses: 'response',
  problem_responses: 'response',
};

/** Fills an empty database: records without triggers, then what the triggers would have made, many rows at once. */
export async function fill(client, source, counts, say) {
  const { migrate } = built('database/migrate.js');
  await migrate(source);
  await client.query("SET work_mem = '128MB'");
  await roomForIndexes(client);
  await makeHelpers(client);
  await dropIndexes(client);
  // No trigger but the one that writes the searched text, and no check of keys: they are right as they are made.
  await client.query('SET session_replication_role = replica');
  await setTextTriggers(client, 'ENABLE ALWAYS');
  for (const [what, insert] of Object.entries(inserts)) {
    const started = Date.now();
    await insert(client, counts);
    say(`${what}: ${seconds(started)}`);
  }
  await setTextTriggers(client, 'ENABLE');
  await client.query('SET session_replication_role = origin');
  const started = Date.now();
  // With the settings that they have in the baseline, too.
  const baseline = readFileSync(builtPath('database/baseline/search.sql'), 'utf8');
  for (const [statement] of baseline.matchAll(/^SELECT enable_.*$/gm)) await client.query(statement);
  for (const [table, text] of Object.entries(SEARCHED)) await listWords(client, table, text);
  say(`search: ${seconds(started)}`);
  // A new record type logs and counts the rows that are there.
  await client.query("DELETE FROM record_types; DELETE FROM schema_files WHERE path = 'record-types.sql'");
  await migrate(source);
  say('the change log and the counters are there');
  await makeFloorTable(client);
  await client.query('VACUUM (ANALYZE)');
  await client.query('ALTER ROLE CURRENT_USER RESET ALL');
  await client.query('ALTER SYSTEM RESET ALL');
  await client.query('SELECT pg_reload_conf()');
  await client.query('CHECKPOINT');
}

/** Fewer checkpoints log fewer whole pages, and more memory builds an index in fewer passes, also for the migrations. */
async function roomForIndexes(client) {
  await client.query("ALTER SYSTEM SET max_wal_size = '8GB'");
  await client.query("ALTER SYSTEM SET checkpoint_timeout = '1h'");
  await client.query('SELECT pg_reload_conf()');
  await client.query("SET maintenance_work_mem = '1GB'");
  await client.query("ALTER ROLE CURRENT_USER SET maintenance_work_mem = '1GB'");
}

const seconds = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

async function setTextTriggers(client, state) {
  for (const table of Object.keys(SEARCHED).filter((name) => SEARCHED[name] === 'search_text'))
    await client.query(`ALTER TABLE ${table} ${state} TRIGGER ${table}_search_text`);
}

/** Lists the words of a table, 1,000 rows at once. */
async function listWords(client, table, text) {
  const { rows } = await client.query(`SELECT coalesce(max(id), 0) AS last FROM ${table}`);
  for (let first = 1; first <= rows[0].last; first += 1000)
    await client.query(
      `SELECT list_words(string_agg(fold_text(${text}), E'\\n')) FROM ${table} WHERE id BETWEEN $1 AND $2`,
      [first, first + 999],
    );
}

/** `share(id, salt)` is from 0 up to 1 and the same in every run; `pick` takes the first words often and the last seldom. */
async function makeHelpers(client) {
  await client.query('CREATE SCHEMA bench');
  await client.query(
    "CREATE FUNCTION bench.share(id bigint, salt integer) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT (hashint8extended(id, salt) & 2147483647) / 2147483648.0::float8'",
  );
  await client.query(
    "CREATE FUNCTION bench.pick(words text[], share float8) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT words[1 + floor(cardinality(words) * power(share, 2.2))::integer]'",
  );
  await client.query(`CREATE FUNCTION bench.told(text text, name text, sku text, car text, town text, number integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT replace(replace(replace(replace(replace(text, '{name}', name), '{sku}', sku), '{car}', car), '{town}', town), '{order}', number::text) $$`);
}

/** A search index is built in one go far faster than row by row. */
async function dropIndexes(client) {
  const { rows } = await client.query(
    "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE '%USING gin%' AND tablename <> 'search_words'",
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
}

/** @type {Record<string, (client: any, counts: any) => Promise<unknown>>} */
const inserts = {
  users: (client) =>
    client.query(
      `INSERT INTO users (email, password) SELECT 'staff' || n || '@shop.example', '-' FROM generate_series(1, ${USERS}) AS n`,
    ),
  products: insertProducts,
  questions: (client, counts) =>
    insertThreads(client, {
      table: 'customer_questions',
      count: counts.questions,
      products: counts.products,
      titles: words.questionTitles,
      salt: 100,
    }),
  problems: async (client, counts) => {
    await insertThreads(client, {
      table: 'problems',
      count: counts.problems,
      products: counts.products,
      titles: words.problemTitles,
      salt: 200,
    });
    await client.query(
      `UPDATE problems SET images = jsonb_build_array('https://shop.example/complaints/' || id || '.jpg') WHERE bench.share(id, 290) < 0.1`,
    );
  },
  'question responses': (client, counts) =>
    insertResponses(client, {
      table: 'question_responses',
      parent: 'question_id',
      parents: counts.questions,
      count: counts.responses / 2,
      salt: 300,
    }),
  'problem responses': (client, counts) =>
    insertResponses(client, {
      table: 'problem_responses',
      parent: 'problem_id',
      parents: counts.problems,
      count: counts.responses / 2,
      salt: 400,
    }),
  updates: insertUpdates,
  links: insertLinks,
};

async function insertProducts(client, { products }) {
  const { vehicles } = built('platform/demo/vehicles.js');
  const [first, second, third] = words.syllables;
  const names = [first, second, third].map(
    (list, index) =>
      `(${literal(list)})[1 + (line / ${[second.length * third.length, third.length, 1][index]}) % ${list.length}]`,
  );
  await client.query(
    `INSERT INTO products (name, sku, ean, vehicle, description, images, extra_fields, status)
     SELECT brand || ' ' || part[2] || ' ' || line_name || ', ' || feature || measure,
       upper(left(brand, 2)) || '-' || part[1] || '-' || 40100 + id * 7 || ending,
       ean || (10 - (SELECT sum(substr(ean, place, 1)::integer * CASE WHEN place % 2 = 0 THEN 3 ELSE 1 END) FROM generate_series(1, 12) AS place) % 10) % 10,
       CASE WHEN bench.share(id, 7) < 0.8 THEN car END,
       concat_ws(' ', 'The ' || part[2] || ' ' || line_name || ' by ' || brand || '.', bench.pick($3, bench.share(id, 8)), bench.pick($3, bench.share(id, 9)), 'Replaces ' || upper(substr(md5(id::text), 1, 9)) || '.'),
       jsonb_build_array('https://shop.example/photos/' || lower(part[1]) || '-' || id || '.jpg'),
       json_build_object('Brand', brand, 'Type', feature, 'Weight', round((0.1 + 20 * bench.share(id, 10))::numeric, 2) || ' kg', 'Shelf', chr(65 + floor(26 * bench.share(id, 11))::integer) || floor(90 * bench.share(id, 12))::integer),
       CASE WHEN bench.share(id, 13) < 0.93 THEN 'active' ELSE 'discontinued' END
     FROM (
       SELECT id, brand, feature, car, part, ending, ean, measure, ${names.join(' || ')} AS line_name
       FROM generate_series(1, $1::integer) AS id,
         LATERAL (SELECT bench.pick($2, bench.share(id, 1)) AS brand, string_to_array(bench.pick($4, bench.share(id, 2)), '|') AS part, bench.pick($5, bench.share(id, 3)) AS feature,
           bench.pick($6, bench.share(id, 4)) AS car, bench.pick($7, bench.share(id, 14)) || bench.pick($7, bench.share(id, 15)) AS ending, '21' || lpad((73000000 + id * 37)::text, 10, '0') AS ean,
           CASE WHEN bench.share(id, 16) < 0.4 THEN ' ' || 200 + 4 * floor(40 * bench.share(id, 17))::integer || ' mm' ELSE '' END AS measure,
           floor(${first.length * second.length * third.length} * power(bench.share(id, 5), 1.8))::integer AS line OFFSET 0) AS chosen
     ) AS made ORDER BY id`,
    [
      products,
      words.brands,
      words.about,
      words.parts.map((part) => part.join('|')),
      words.features,
      vehicles,
      [...'SNRTLMDBKPCGFHVWJZXQY'],
    ],
  );
}

const literal = (list) => `ARRAY[${list.map((word) => `'${word}'`).join(', ')}]`;

async function insertThreads(client, { table, count, products, titles, salt }) {
  const told = (text) =>
    `bench.told(${text}, split_part(product.name, ',', 1), product.sku, coalesce(split_part(product.vehicle, ' (', 1), 'Fiat Panda'), town, number)`;
  const share = (offset) => `bench.share(id, ${salt + offset})`;
  await client.query(
    `INSERT INTO ${table} (title, description, status, created_at, created_by_id)
     SELECT ${told('made.title')}, ${told('made.description')}, made.status, ${FIRST_DAY} + interval '1 day' * (${DAYS} * made.id::float8 / $1), author
     FROM (
       SELECT id, 1 + floor(${USERS} * ${share(1)}) AS author, bench.pick($3, ${share(2)}) AS title, concat_ws(' ', bench.pick($4, ${share(3)}), bench.pick($4, ${share(4)}), bench.pick($4, ${share(5)})) AS description,
         bench.pick($5, ${share(6)}) AS town, 100000 + floor(900000 * ${share(7)})::integer AS number, 1 + floor($2::integer * ${share(8)})::integer AS product_id,
         CASE WHEN ${share(9)} < power(id::float8 / $1, 12) THEN CASE WHEN ${share(10)} < 0.7 THEN 'open' ELSE 'in_progress' END ELSE 'resolved' END AS status
       FROM generate_series(1, $1::integer) AS id OFFSET 0
     ) AS made JOIN products AS product ON product.id = product_id ORDER BY made.id`,
    [count, products, titles, words.sentences, words.towns],
  );
}

/** Some threads have no answer, most a few. */
async function insertResponses(client, { table, parent, parents, count, salt }) {
  await client.query(
    `INSERT INTO ${table} (response, created_at, created_by_id, ${parent})
     SELECT replace(replace(bench.pick($3, bench.share(id, ${salt})), '{town}', bench.pick($4, bench.share(id, ${salt + 1}))), '{car}', bench.pick($5, bench.share(id, ${salt + 2}))),
       ${FIRST_DAY} + interval '1 day' * (${DAYS} * id::float8 / $1), 1 + floor(${USERS} * bench.share(id, ${salt + 3})), 1 + floor($2::integer * bench.share(id, ${salt + 4}))
     FROM generate_series(1, $1::integer) AS id`,
    [count, parents, words.answers, words.towns, built('platform/demo/vehicles.js').vehicles],
  );
}

async function insertUpdates(client, { updates }) {
  await client.query(
    `INSERT INTO updates (title, content, status, created_at, created_by_id)
     SELECT 'News ' || id || ': ' || (string_to_array(bench.pick($2, bench.share(id, 500)), '|'))[2] || ' from ' || bench.pick($3, bench.share(id, 501)), concat_ws(' ', bench.pick($4, bench.share(id, 502)), bench.pick($4, bench.share(id, 503))),
       CASE WHEN id > $1 - 50 THEN 'active' ELSE 'archived' END, ${FIRST_DAY} + interval '1 day' * (${DAYS} * id::float8 / $1), 1 + floor(${USERS} * bench.share(id, 504))
     FROM generate_series(1, $1::integer) AS id`,
    [updates, words.parts.map((part) => part.join('|')), words.brands, words.about],
  );
}

/** The products of threads: those whose SKU is in the text, and for every 20th thread one of some that people ask for most. */
async function insertLinks(client, { products }) {
  /** @type {[kind: string, table: string, salt: number][]} */
  const threads = [
    ['question', 'customer_questions', 100],
    ['problem', 'problems', 200],
  ];
  for (const [kind, table, salt] of threads) {
    const into = 'INSERT INTO product_links (kind, record_id, product_id, source, created_at)';
    await client.query(
      `${into} SELECT $1, thread.id, product.id, 'code', thread.created_at FROM ${table} AS thread
         JOIN products AS product ON product.id = 1 + floor($2::integer * bench.share(thread.id, ${salt + 8}))::integer
       WHERE position(product.sku IN thread.title || ' ' || thread.description) > 0`,
      [kind, products],
    );
    await client.query(
      `${into} SELECT $1, id, 1 + floor(least($2::integer, ${ASKED_FOR}) * bench.share(id, ${salt + 50}))::integer, 'person', created_at
       FROM ${table} WHERE id % 20 = 0 ON CONFLICT DO NOTHING`,
      [kind, products],
    );
  }
}

/** What the floor writes to: the same rows with what its answers need, a key and one search index, and nothing of the log. */
async function makeFloorTable(client) {
  await client.query('CREATE TABLE bench.customer_questions (LIKE customer_questions INCLUDING DEFAULTS)');
  await client.query('ALTER TABLE bench.customer_questions ALTER COLUMN id DROP DEFAULT, ADD PRIMARY KEY (id)');
  await client.query('INSERT INTO bench.customer_questions SELECT * FROM customer_questions');
  await client.query(
    'ALTER TABLE bench.customer_questions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START 100000000)',
  );
  await client.query('CREATE INDEX ON bench.customer_questions USING gin (search_text gin_trgm_ops)');
}
