/** Names that a module cannot have, since PostgreSQL, the server or JavaScript has them. */
import { runInNewContext, Script } from 'node:vm';

/** Words that no table is called by without quotes: `SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T')`. */
const SQL_WORDS = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross default deferrable desc distinct do else end except false fetch for foreign freeze from
  full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
  localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right
  select similar some symmetric table tablesample then to trailing true union unique user using variadic verbose when where
  window with`.split(/\s+/),
);
/** What the server answers in place of a screen. */
const ADDRESSES = new Set([
  'api',
  'assets',
  'docs',
  'docs-json',
  'docs-yaml',
  'healthz',
  'metrics',
  'readyz',
  'stock-photos',
]);
/** What every script has, such as `Date`: a class or a variable of that name would hide it. */
const GLOBALS = new Set(runInNewContext('Object.getOwnPropertyNames(globalThis)'));
/** PostgreSQL cuts longer names. */
const MAX_SQL_NAME = 63;

/** A sentence for the first name that is taken or too long; none where all are fine. */
export function reservedProblem({ singular, plural }, { path, table }) {
  if (SQL_WORDS.has(table))
    return `${table} is a word of SQL, so no table can be called by it: choose another name or title.`;
  if (ADDRESSES.has(path)) return `/${path} is an address of the server: choose another name or title.`;
  const words = [singular, plural];
  const word = [...words, ...words.map(capital)].find((one) => GLOBALS.has(one)) ?? words.find(isNoVariable);
  if (word) return `${word} means something else in JavaScript: choose another name.`;
  // The longest names that the tables bring along.
  if (`${table}_created_by_id_fkey`.length > MAX_SQL_NAME)
    return `${table} is too long for the names of its indexes in PostgreSQL: choose a shorter name or title.`;
  if (`${singular}_responses_${singular}_id_fkey`.length > MAX_SQL_NAME)
    return `${singular} is too long for the names of its indexes in PostgreSQL: choose a shorter name, or give a shorter --singular.`;
  return undefined;
}

/** The plural names a variable of a module. A singular such as `return` names none. */
function isNoVariable(word, index) {
  if (index === 0) return false;
  try {
    return !new Script(`'use strict'; const ${word} = 1;`);
  } catch {
    return true;
  }
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
