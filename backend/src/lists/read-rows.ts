import type { CustomTypesConfig } from 'pg';
import type { DataSource, ObjectLiteral, Repository } from 'typeorm';
import { named, prepared, readColumns } from '../database/prepared-statement';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import { timesAsText, type Listed } from '../database/times';
import {
  everyWord,
  everyWordIndexed,
  everyWordRead,
  isBroken,
  isCode,
  isNumber,
  isPair,
  wordsOf,
  type Bind,
} from '../search/word-conditions';

/** So many rows are read in search of words of one or two letters before anything else, and so many of what is not rare before its index is asked. */
const READ_FIRST = 1_000;
const READ_NEXT = 20_000;
/** To know how common a word is, so many rows are looked at in so many places of the table. */
const PLACES = 12;
/** A code is rare, or next to all rows have it. */
const PLACES_OF_CODES = 4;
const ROWS_AT_PLACE = 25;
/** Shares of a table: of what fewer rows have, the index has a short list; what more have is met sooner than its list is read, if it does not stand in rows of one time, as numbers may. */
const RARE = 0.01;
const COMMON = { pairs: 0.1, others: 0.5 };

/** How a list can be ordered: by its age, or by a text. */
export type Sort = 'newest' | 'oldest' | 'name' | 'sku';

/** Where in a list a record stands; `key` is what a list is ordered by that goes by a text. */
export interface Place {
  id: number;
  key?: string;
}

/** Reads up to `limit` rows that come after a place, or the first ones. */
export type ReadRows<Row> = (page: { after: Place | null; limit: number }) => Promise<(Row & Place)[]>;

/** Which rows of a table are read: those whose texts hold every word of `q`, with this status, in this order. */
export interface Wanted {
  q?: string;
  status?: string;
  sort?: Sort;
}

/**
 * Reads rows of a table, page by page and by an index. They are plain objects with the properties of the entity: to make
 * entities of a long list costs more than to read it.
 */
export function readRows<Row extends Readable>(repository: Repository<Row>, wanted: Wanted): ReadRows<Row> {
  return reader(repository, wanted);
}

/** The same with times as texts, as they are answered: to make a date of each, and a text of it again, was 14 % of a list of updates. */
export function readListed<Row extends Readable>(repository: Repository<Row>, wanted: Wanted): ReadRows<Listed<Row>> {
  return reader<Row, Listed<Row>>(repository, wanted, timesAsText);
}

type Readable = ObjectLiteral & { id: number };

function reader<Row extends Readable, Read = Row>(
  { metadata, manager }: Repository<Row>,
  { q, status, sort = 'newest' }: Wanted,
  types?: CustomTypesConfig,
): ReadRows<Read> {
  const text = sort === 'name' || sort === 'sku' ? sortKey(sort) : null;
  const columns = [readColumns(metadata), ...(text ? [`${text} AS key`] : [])];
  const direction = sort === 'newest' ? 'DESC' : 'ASC';
  const order = `ORDER BY ${text ? `${text}, ` : ''}id ${direction}`;
  const words = wordsOf(q);
  const plain = words.length === 0 && status === undefined;
  const standby = currentReplica();
  let share: number | undefined;
  return async ({ after, limit }) => {
    const read = (
      choose: (all: string[], bind: Bind) => { conditions: string[]; table?: string },
      samePlan = plain,
    ): Promise<(Read & Place)[]> => {
      const values: unknown[] = [];
      const bind: Bind = (value) => `$${values.push(value)}`;
      const most = plain ? limit : bind(limit);
      const all = status === undefined ? [] : [`status = ${bind(status)}`];
      if (after && text) all.push(`(${text}, id) > (${bind(after.key ?? '')}, ${bind(after.id)})`);
      else if (after) all.push(`id ${direction === 'DESC' ? '<' : '>'} ${bind(after.id)}`);
      const { conditions, table = metadata.tablePath } = choose(all, bind);
      const query = `SELECT ${columns.join()} FROM ${table} ${where(conditions)} ${order} LIMIT ${most}`;
      // Planned once is only what has one good plan whatever its values; other searches are planned by their words.
      return readFromReplica(manager.connection, standby, (source) =>
        prepared(source, { ...(samePlan ? named(query) : { text: query }), types }, values),
      );
    };
    // The planner knows which words are common, and walks the list until it has met enough of them.
    if (!isMisjudged(words)) return read((all, bind) => ({ conditions: [...all, ...everyWord(words, bind)] }));
    // A connection keeps few statements by name.
    const isUsual = words.length === 1 && sort === 'newest' && !after;
    const nearest = (most: number): Promise<(Read & Place)[]> =>
      read(
        (all, bind) => ({
          conditions: everyWordRead(words, bind),
          table: `(SELECT * FROM ${metadata.tablePath} ${where(all)} ${order} LIMIT ${most}) AS nearest`,
        }),
        isUsual,
      );
    const byIndex = (): Promise<(Read & Place)[]> =>
      read(
        (all, bind) => ({
          conditions: [],
          table: `(SELECT * FROM ${metadata.tablePath} ${where([...everyWordIndexed(words, bind), ...all])} OFFSET 0) AS found`,
        }),
        isUsual,
      );
    const pairs = words.every(isPair);
    const first = pairs ? await nearest(READ_FIRST) : [];
    if (first.length === limit) return first;
    // Not by what the nearest have: after an import they may all be of one kind.
    share ??= await readFromReplica(manager.connection, standby, (source) =>
      shareIn(source, metadata.tablePath, words),
    );
    if (share < RARE) return byIndex();
    const next = await nearest(READ_NEXT);
    if (next.length === limit) return next;
    return share >= COMMON[pairs ? 'pairs' : 'others']
      ? read((all, bind) => ({ conditions: [...all, ...everyWordRead(words, bind)] }))
      : byIndex();
  };
}

/** The share of a table's rows that hold all these words, by looking here and there. */
async function shareIn(source: DataSource, table: string, words: string[]): Promise<number> {
  const places = words.some(isCode) ? PLACES_OF_CODES : PLACES;
  const values: unknown[] = [];
  const conditions = everyWordRead(words, (value) => `$${values.push(value)}`);
  const text = `SELECT avg((${conditions.join(' AND ')})::int)::float8 AS share
    FROM generate_series(0, ${places - 1}) AS place, LATERAL (
      SELECT search_text FROM ${table} WHERE id >= place * (SELECT max(id) FROM ${table})::bigint / ${places} ORDER BY id LIMIT ${ROWS_AT_PLACE}
    ) AS sample`;
  const [{ share }] = await prepared<{ share: number | null }>(
    source,
    words.length === 1 ? named(text) : { text },
    values,
  );
  return share ?? 0;
}

/** Whether the planner would choose badly: it does not know how common pairs of letters, numbers and words like `BD-2` are, and where. */
function isMisjudged(words: string[]): boolean {
  if (words.some(isCode)) return true;
  const broken = words.some(isBroken);
  return words.length > 0 && words.every((word) => isPair(word) || (broken ? isBroken(word) : isNumber(word)));
}

function where(conditions: string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** As the index has it. Its first 100 characters are enough to sort by, and fit into any index. */
function sortKey(column: string): string {
  return `(left(fold_text(${column}), 100) COLLATE "C")`;
}
