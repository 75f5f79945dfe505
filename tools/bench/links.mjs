import { Connection, requestText } from './client.mjs';
import { percentile, table } from './figures.mjs';

const TIMES = 200;

/** Times of what is about a product, of one that many ask for and of any, and of the products of a thread. */
export async function measureLinks({ app, client }) {
  const ids = async (statement) => (await client.query(statement, [TIMES])).rows.map(({ id }) => id);
  const asked = await ids('SELECT product_id AS id FROM product_links GROUP BY 1 ORDER BY count(*) DESC LIMIT $1');
  const any = await ids('SELECT id FROM products ORDER BY hashint4(id) LIMIT $1');
  const threads = await ids("SELECT record_id AS id FROM product_links WHERE kind = 'problem' ORDER BY id LIMIT $1");
  const paths = {
    'records of a product with many': asked.map((id) => `/api/products/${id}/records?limit=20`),
    'records of any product': any.map((id) => `/api/products/${id}/records?limit=20`),
    'products of a problem': threads.map((id) => `/api/problems/${id}/products`),
  };
  const connection = new Connection(app.port);
  const rows = [];
  for (const [what, list] of Object.entries(paths)) {
    const times = [];
    for (const path of [...list.slice(0, 20), ...list]) {
      const sent = performance.now();
      const answer = await connection.send(requestText({ path, headers: app.headers }));
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text()}`);
      times.push(performance.now() - sent);
    }
    // The first ones warm up.
    const measured = times.slice(20);
    rows.push([what, String(measured.length), ...[0.5, 0.95, 0.99].map((share) => percentile(measured, share))]);
  }
  connection.close();
  console.log(`\n${table(['links', 'times', 'p50 ms', 'p95 ms', 'p99 ms'], rows)}`);
  return rows;
}
