import { built } from '../lib/database.mjs';

const { seeded, pick } = built('platform/demo/random.js');

/** The values that the operations ask for, drawn from the data, the same in every run on the same data. */
export async function operationData(client) {
  const random = seeded(1);
  const {
    rows: [{ products, questions }],
  } = await client.query(
    'SELECT (SELECT max(id) FROM products) AS products, (SELECT count(*)::integer FROM customer_questions) AS questions',
  );
  const ids = (most) => Array.from({ length: 5000 }, () => 1 + Math.floor(random() * most));
  const rare = products / 2500;
  return {
    products: ids(products),
    skus: (await client.query('SELECT sku FROM products ORDER BY id LIMIT 5000')).rows.map(({ sku }) => sku),
    questions: ids(questions),
    few: await withHits(client, await fragments(client, 'products', { count: 300, random, least: 4 }), {
      from: 5,
      to: Math.max(40, rare),
      wanted: 40,
    }),
    many: await withHits(
      client,
      [
        'brake',
        'disc',
        'nord',
        'front',
        'filter',
        'axle',
        'golf',
        'tdi',
        'guarantee',
        'screws',
        'car',
        'the',
        'factory',
        'passat',
      ],
      { from: products * 0.1, to: products, wanted: 8 },
    ),
    pairs: await withHits(client, await rarePairs(client), { from: 3, to: Math.max(50, products / 500), wanted: 15 }),
  };
}

/** Those of the terms that so many products hold. */
async function withHits(client, terms, { from, to, wanted }) {
  const found = [];
  for (const term of new Set(terms)) {
    if (found.length === wanted) break;
    const {
      rows: [{ hits }],
    } = await client.query('SELECT count(*)::integer AS hits FROM products WHERE search_text LIKE like_pattern($1)', [
      term,
    ]);
    if (hits >= from && hits <= to) found.push(term);
  }
  if (found.length < 3) throw new Error(`Only ${found.length} terms have ${from} to ${to} hits.`);
  return found;
}

/** The pairs of letters that SKUs end with, rare ones first. */
async function rarePairs(client) {
  const { rows } = await client.query(
    "SELECT lower(right(sku, 2)) AS pair FROM products WHERE sku ~ '[A-Z]{2}$' GROUP BY 1 HAVING count(*) >= 2 ORDER BY count(*), 1 LIMIT 60",
  );
  return rows.map(({ pair }) => pair);
}

/** The columns that a search of one kind looks through. */
const TEXTS = {
  products: ['name', 'sku', 'ean', 'vehicle', 'description'],
  customer_questions: ['title', 'description'],
  problems: ['title', 'description'],
};

/** Random pieces of words of random records: common ones come often, rare ones seldom, as people come upon them. */
export async function fragments(client, table, { count, random, least = 3, most = 8 }) {
  const records = await randomRecords(client, table, count * 2, random);
  return records
    .flatMap((record) => {
      const word =
        pick(
          random,
          String(record[pick(random, TEXTS[table])] ?? '')
            .split(/\s+/)
            .filter((text) => text.length >= least)
            .concat(''),
        ) ?? '';
      if (word.length < least) return [];
      const length = Math.min(word.length, least + Math.floor(random() * (most - least + 1)));
      const start = Math.floor(random() * (word.length - length + 1));
      return word.slice(start, start + length);
    })
    .slice(0, count);
}

/** Records at random places of a table, in a random order. */
export async function randomRecords(client, table, count, random) {
  const {
    rows: [{ last }],
  } = await client.query(`SELECT max(id) AS last FROM ${table}`);
  const ids = Array.from({ length: count }, () => 1 + Math.floor(random() * last));
  return (
    await client.query(
      `SELECT record.* FROM unnest($1::integer[]) WITH ORDINALITY AS wanted (id, place) JOIN ${table} AS record USING (id) ORDER BY place`,
      [ids],
    )
  ).rows;
}

/** Two different words of a name; none where it has only one. */
export function twoWords(name, random) {
  const words = [...new Set(name.split(/[\s,]+/).filter((word) => word.length >= 3))];
  if (words.length < 2) return undefined;
  const first = pick(random, words);
  const others = words.filter((word) => word !== first);
  return `${first} ${pick(random, others)}`;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The word with one letter put in, left out, changed, or swapped with the next. */
export function withTypo(word, random) {
  const place = Math.floor(random() * word.length);
  const letter = pick(random, LETTERS);
  const before = word.slice(0, place);
  const made = pick(random, [
    () => before + letter + word.slice(place),
    () => before + word.slice(place + 1),
    () => before + letter + word.slice(place + 1),
    () => before + (word[place + 1] ?? '') + word[place] + word.slice(place + 2),
  ])();
  return made.toLowerCase() === word.toLowerCase() ? withTypo(word, random) : made;
}

/** Queries of two words of a record's title, the first of five letters or more and with one typo. */
export async function typoQueries(client, count, random) {
  const kinds = [
    ['product', 'products', 'name'],
    ['question', 'customer_questions', 'title'],
    ['problem', 'problems', 'title'],
  ];
  const queries = [];
  for (const [kind, table, title] of kinds) {
    const wanted = Math.ceil(count / kinds.length);
    const records = await randomRecords(client, table, wanted * 2, random);
    queries.push(...records.flatMap((record) => typoQuery(kind, record[title], random) ?? []).slice(0, wanted));
  }
  return queries.slice(0, count);
}

function typoQuery(kind, title, random) {
  const words = [...new Set(title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 3))];
  const long = words.filter((word) => /^\p{L}{5,}$/u.test(word));
  if (long.length === 0 || words.length < 2) return undefined;
  const meant = pick(random, long);
  const second = pick(
    random,
    words.filter((word) => word !== meant),
  );
  return { kind, title, words: [meant, second], q: `${withTypo(meant, random)} ${second}` };
}
