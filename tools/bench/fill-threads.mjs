/** What the queue and the filters of lists read, on threads that are there: who takes care, tags, waiting, snoozed, links. */
const TABLES = { customer_questions: 'question', problems: 'problem' };
const USERS = 20;
const TAGS = 30;

/** Gives it to all threads of the benchmark, once. */
export async function fillThreads(client, say) {
  const { rows } = await client.query("SELECT to_regclass('bench.filled_threads') AS filled");
  if (rows[0].filled) return;
  const started = Date.now();
  await client.query('SET session_replication_role = replica');
  await client.query("SET maintenance_work_mem = '512MB'");
  await client.query(
    `INSERT INTO tags (name, created_by_id) SELECT 'Bench tag ' || n, 1 FROM generate_series(1, ${TAGS}) AS n`,
  );
  for (const [table, kind] of Object.entries(TABLES)) {
    await withoutIndexes(client, table, () => fillTable(client, table));
    await fillLinks(client, table, kind);
  }
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM (ANALYZE) customer_questions, problems, product_links, tags');
  await client.query('CREATE TABLE bench.filled_threads AS SELECT now() AS at');
  say(`threads filled in ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
}

/** To make them again takes less time than to keep them while all rows change. */
async function withoutIndexes(client, table, work) {
  const { rows } = await client.query(
    "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = $1 AND indexname <> $1 || '_pkey'",
    [table],
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  await work();
  for (const { indexdef } of rows) await client.query(indexdef);
}

async function fillTable(client, table) {
  const share = (salt) => `bench.share(id, ${700 + salt})`;
  const tag = (salt) => `1 + floor(${TAGS} * power(${share(salt)}, 2))::integer`;
  await client.query(`
    UPDATE ${table} SET
      assignee_id = CASE WHEN ${share(1)} < CASE WHEN status = 'resolved' THEN 0.8 ELSE 0.4 END THEN 1 + floor(${USERS} * ${share(2)})::integer END,
      tag_ids = CASE WHEN ${share(3)} < 0.5 THEN '{}' WHEN ${share(3)} < 0.8 THEN ARRAY[${tag(4)}]
        ELSE ARRAY(SELECT DISTINCT unnest(ARRAY[${tag(4)}, ${tag(5)}, ${tag(6)}])) END,
      snoozed_until = CASE WHEN status <> 'resolved' AND ${share(7)} < 0.05 THEN now() + interval '30 days' * ${share(8)}
        WHEN ${share(7)} < 0.02 THEN created_at + interval '2 days' END,
      opened_at = CASE WHEN status <> 'resolved' THEN created_at END,
      waiting_since = CASE WHEN status <> 'resolved' AND ${share(9)} < 0.6 THEN created_at + interval '1 day' * ${share(10)} END`);
}

/** Two of three threads are about a product, and few products have many. Codes in the texts have linked some already. */
function fillLinks(client, table, kind) {
  return client.query(
    `INSERT INTO product_links (kind, record_id, product_id, source, state)
     SELECT $1, id, 1 + floor(products * power(bench.share(id, 720), 4))::integer, 'code', CASE WHEN bench.share(id, 721) < 0.03 THEN 'rejected' ELSE 'linked' END
     FROM ${table}, (SELECT max(id) AS products FROM products) AS last WHERE bench.share(id, 722) < 0.67
     ON CONFLICT DO NOTHING`,
    [kind],
  );
}
