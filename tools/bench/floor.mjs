/**
 * The floor that the app is measured against: the least code that gives the same answers. node:http and pg, prepared statements
 * by name, one look-up of the session in PostgreSQL a request. It checks nothing and refuses nothing.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c TimeZone=UTC' });
const run = async (name, text, values) => (await pool.query({ name, text, values })).rows;

const PRODUCT =
  'SELECT id, name, sku, ean, vehicle, description, images, extra_fields AS "extraFields", status FROM products';
const QUESTION = 'id, title, description, status, created_at AS "createdAt", created_by_id AS "createdById"';

const routes = [
  [
    'GET',
    /^\/api\/products$/,
    ({ limit }) =>
      limit
        ? run('page', `${PRODUCT} ORDER BY id DESC LIMIT $1`, [limit])
        : run('all', `${PRODUCT} ORDER BY id DESC`, []),
  ],
  ['GET', /^\/api\/products\/search$/, search],
  ['GET', /^\/api\/products\/(\d+)$/, async ({ id }) => (await run('product', `${PRODUCT} WHERE id = $1`, [id]))[0]],
  [
    'GET',
    /^\/api\/customer-questions\/(\d+)$/,
    async ({ id }) => (await run('question', `SELECT ${QUESTION} FROM customer_questions WHERE id = $1`, [id]))[0],
  ],
  [
    'GET',
    /^\/api\/customer-questions\/(\d+)\/responses$/,
    ({ id }) =>
      run(
        'responses',
        'SELECT id, response, created_at AS "createdAt", created_by_id AS "createdById", question_id AS "questionId" FROM question_responses WHERE question_id = $1 ORDER BY id',
        [id],
      ),
  ],
  [
    'GET',
    /^\/api\/updates$/,
    () =>
      run(
        'updates',
        'SELECT id, title, content, status, created_at AS "createdAt", created_by_id AS "createdById" FROM updates ORDER BY id DESC',
        [],
      ),
  ],
  [
    'GET',
    /^\/api\/statistics$/,
    async () => {
      const rows = await run(
        'counts',
        'SELECT (SELECT count(*) FROM products) AS products, (SELECT count(*) FROM problems) AS problems, (SELECT count(*) FROM customer_questions) AS questions, (SELECT count(*) FROM updates) AS updates',
        [],
      );
      return Object.fromEntries(Object.entries(rows[0]).map(([kind, count]) => [kind, Number(count)]));
    },
  ],
  ['POST', /^\/api\/customer-questions$/, create],
];

/** Unprepared: a plan for whatever text may come is worse by far. */
async function search({ q, limit }) {
  const words = q.split(/\s+/).filter(Boolean);
  const where = words.map((_word, index) => `search_text LIKE like_pattern($${index + 2})`).join(' AND ');
  return (await pool.query(`${PRODUCT} WHERE ${where} ORDER BY id DESC LIMIT $1`, [limit, ...words])).rows;
}

/** Into a table of its own, with the search's column and index but none of the triggers of the log. */
async function create({ body, userId }) {
  const { title, description } = JSON.parse(body);
  const rows = await run(
    'create',
    `INSERT INTO bench.customer_questions (title, description, created_by_id, search_text) VALUES ($1, $2, $3, fold_text(concat_ws(E'\\n', $1::text, $2::text))) RETURNING ${QUESTION}`,
    [title, description, userId],
  );
  return rows[0];
}

async function readBody(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

async function answer(request, response) {
  const sid = /sid=s%3A([^.]+)/.exec(request.headers.cookie)[1];
  const [session] = await run('session', 'SELECT sess FROM sessions WHERE sid = $1 AND expire > now()', [sid]);
  const url = new URL(request.url, 'http://localhost');
  const [, pattern, respond] = /** @type {[string, RegExp, Function]} */ (
    routes.find(([method, path]) => method === request.method && /** @type {RegExp} */ (path).test(url.pathname))
  );
  const body = request.method === 'POST' ? await readBody(request) : undefined;
  const value = await respond({
    id: pattern.exec(url.pathname)[1],
    q: url.searchParams.get('q'),
    limit: url.searchParams.get('limit'),
    body,
    userId: session.sess.passport.user.id,
  });
  const json = Buffer.from(JSON.stringify(value));
  response
    .writeHead(body === undefined ? 200 : 201, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': json.length,
    })
    .end(json);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () =>
  console.log(`The floor is ready at http://localhost:${Object(server.address()).port}`),
);
