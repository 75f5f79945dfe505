import { built } from '../lib/database.mjs';
import { Connection, requestText } from './client.mjs';
import { percentile, table } from './figures.mjs';
import { fragments, randomRecords, twoWords, typoQueries } from './terms.mjs';

const { seeded } = built('platform/demo/random.js');

/** How the app finds what people type: times over random terms, and what is found in spite of a typo. */
export async function measureSearch({ app, client, terms, say }) {
  const queries = await queriesOf(client, terms);
  const rows = [];
  for (const [kind, list] of Object.entries(queries)) {
    for (const path of kind === 'one typo' ? ['/api/search'] : ['/api/products/search', '/api/search']) {
      for (const clients of [1, 8]) {
        say(`search: ${kind}, ${path}, ${clients} clients`);
        const { times, stopped } = await timesOf(app, { path, list, clients });
        rows.push([
          kind,
          path,
          String(clients),
          String(list.length),
          ...[0.5, 0.95, 0.99].map((share) => percentile(times, share)),
          Math.max(...times),
          String(stopped.length),
        ]);
        if (stopped.length > 0) say(`stopped: ${stopped.join(', ')}`);
      }
    }
  }
  console.log(
    `\n${table(['terms', 'path', 'clients', 'queries', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms', 'stopped'], rows)}`,
  );
  const recall = await recallOf(app, queries['one typo']);
  console.log(
    `\nOne typo, ${queries['one typo'].length} queries: ${share(recall.meant)} found a record with both words meant, ${share(recall.same)} the record itself or one of the same title, among 10.`,
  );
  return { rows, recall };
}

const share = (value) => `${(value * 100).toFixed(1)} %`;

async function queriesOf(client, count) {
  const random = seeded(2);
  const some = Math.ceil(count / 5);
  const records = await randomRecords(client, 'products', some, random);
  return {
    'three and more letters': (await fragments(client, 'products', { count, random })).map((q) => ({ q })),
    'two letters': (await fragments(client, 'products', { count: some, random, least: 2, most: 2 })).map((q) => ({
      q,
    })),
    'exact SKU': records.map(({ sku }) => ({ q: sku })),
    'exact EAN': records.map(({ ean }) => ({ q: ean })),
    'two words': records.flatMap(({ name }) => twoWords(name, random) ?? []).map((q) => ({ q })),
    'one typo': await typoQueries(client, count, random),
  };
}

function request(app, path, q) {
  return requestText({
    path: `${path}?q=${encodeURIComponent(q)}&limit=${path === '/api/search' ? '10' : '50&images=url'}`,
    headers: app.headers,
  });
}

/** How long each took, and which the app gave up with 503, which it does after two seconds. */
async function timesOf(app, { path, list, clients }) {
  const times = [];
  const stopped = [];
  let next = 0;
  const work = async () => {
    const connection = new Connection(app.port);
    while (next < list.length) {
      const { q } = list[next++];
      const sent = performance.now();
      const answer = await connection.send(request(app, path, q));
      times.push(performance.now() - sent);
      if (answer.status === 503) stopped.push(q);
      else if (answer.status !== 200) throw new Error(`${path} answers ${answer.status} for ${q}: ${answer.text()}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, work));
  return { times, stopped };
}

/**
 * The share of queries with a hit among 10 of the record's kind: `same` is the record itself or one of the same title, `meant` one
 * whose title holds both words as they were before the typo, which is all that the query can say.
 */
async function recallOf(app, queries) {
  const connection = new Connection(app.port);
  const found = { same: 0, meant: 0 };
  for (const { kind, title, words, q } of queries) {
    const { groups } = (await connection.send(request(app, '/api/search', q))).json();
    const titles = (groups.find((group) => group.kind === kind)?.hits ?? []).map((hit) =>
      hit.title.map(({ text }) => text).join(''),
    );
    if (titles.includes(title)) found.same += 1;
    if (titles.some((one) => words.every((word) => one.includes(word)))) found.meant += 1;
  }
  connection.close();
  return { same: found.same / queries.length, meant: found.meant / queries.length };
}
