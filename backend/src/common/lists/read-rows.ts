import type { CustomTypesConfig } from 'pg';
import type { DataSource, ObjectLiteral, Repository } from 'typeorm';
import { named, prepared, readColumns } from '../../database/prepared';
import { chosenStandby, readFrom } from '../../database/reading';
import { timesAsText, type Listed } from '../../database/times';
import { everyWord, everyWordIndexed, everyWordRead, isBroken, isCode, isNumber, isPair, wordsOf, type Bind } from './search';

/** So many rows, and then so many, are read in search of words of one or two letters before their index is asked. */
const READ_FIRST = [1_000, 20_000];
/** The same for numbers and for words like `BD-2`; fewer, since their index costs less. */
const READ_FIRST_OF_OTHERS = [300, 20_000];
/** At so many places of a table so many rows are looked at, where the nearest have next to nothing. */
const PLACES = 20;
const ROWS_AT_PLACE = 25;
/** Shares of a table: what fewer rows have, the index finds at once; what more have is met sooner by reading on. */
const RARE = 0.01;
const COMMON = 0.1;

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

function reader<Row extends Readable, Read = Row>({ metadata, manager }: Repository<Row>, { q, status, sort = 'newest' }: Wanted, types?: CustomTypesConfig): ReadRows<Read> {
  const text = sort === 'name' || sort === 'sku' ? sortKey(sort) : null;
  const columns = [readColumns(metadata), ...(text ? [`${text} AS key`] : [])];
  const direction = sort === 'newest' ? 'DESC' : 'ASC';
  const order = `ORDER BY ${text ? `${text}, ` : ''}id ${direction}`;
  const words = wordsOf(q);
  const plain = words.length === 0 && status === undefined;
  const standby = chosenStandby();
  return async ({ after, limit }) => {
    const read = (choose: (all: string[], bind: Bind) => { conditions: string[]; table?: string }, samePlan = plain): Promise<(Read & Place)[]> => {
      const values: unknown[] = [];
      const bind: Bind = (value) => `$${values.push(value)}`;
      const most = plain ? limit : bind(limit);
      const all = status === undefined ? [] : [`status = ${bind(status)}`];
      if (after && text) all.push(`(${text}, id) > (${bind(after.key ?? '')}, ${bind(after.id)})`);
      else if (after) all.push(`id ${direction === 'DESC' ? '<' : '>'} ${bind(after.id)}`);
      const { conditions, table = metadata.tablePath } = choose(all, bind);
      const query = `SELECT ${columns.join()} FROM ${table} ${where(conditions)} ${order} LIMIT ${most}`;
      // Planned once is only what has one good plan; a search is planned by its words.
      return readFrom(manager.connection, standby, (source) => prepared(source, { ...(samePlan ? named(query) : { text: query }), types }, values));
    };
    // Names are few.
    const isUsual = words.length === 1 && sort === 'newest' && !after;
    const shareOf = (): Promise<number> => readFrom(manager.connection, standby, (source) => shareIn(source, metadata.tablePath, words));
    // The planner knows which words are common, and walks the list until it has met enough of them.
    const first = readFirst(words);
    if (!first) return read((all, bind) => ({ conditions: [...all, ...everyWord(words, bind)] }));
    const byIndex = (): Promise<(Read & Place)[]> => read((all, bind) => ({
      conditions: [],
      table: `(SELECT * FROM ${metadata.tablePath} ${where([...everyWordIndexed(words, bind), ...all])} OFFSET 0) AS found`,
    }), isUsual);
    // What is common is met soon; what is rare has its index, which would take long over what is common.
    let share: number | undefined;
    for (const most of first) {
      const soon = await read((all, bind) => ({
        conditions: everyWordRead(words, bind),
        table: `(SELECT * FROM ${metadata.tablePath} ${where(all)} ${order} LIMIT ${most}) AS nearest`,
      }), isUsual);
      if (soon.length === limit) return soon;
      if (soon.length * (READ_FIRST[1] / most) >= limit) continue;
      // The more of them cannot be expected to have enough, unless the nearest are all of one kind, as after an import.
      share ??= words.every(isPair) ? await shareOf() : 0;
      if (share < RARE) return byIndex();
    }
    if (share === undefined || share < COMMON) return byIndex();
    return read((all, bind) => ({ conditions: [...all, ...everyWordRead(words, bind)] }));
  };
}

/** The share of a table's rows that hold all these words, by looking here and there. */
async function shareIn(source: DataSource, table: string, words: string[]): Promise<number> {
  const values: unknown[] = [];
  const conditions = everyWordRead(words, (value) => `$${values.push(value)}`);
  const text = `SELECT avg((${conditions.join(' AND ')})::int)::float8 AS share
    FROM generate_series(0, ${PLACES - 1}) AS place, LATERAL (
      SELECT search_text FROM ${table} WHERE id >= place * (SELECT max(id) FROM ${table})::bigint / ${PLACES} ORDER BY id LIMIT ${ROWS_AT_PLACE}
    ) AS sample`;
  const [{ share }] = await prepared<{ share: number | null }>(source, { text }, values);
  return share ?? 0;
}

/** How many rows are read before the index is asked; undefined where the planner does better, who knows which words are common and walks the list until it has met enough of them. */
function readFirst(words: string[]): number[] | undefined {
  if (words.some(isCode)) return [];
  const broken = words.some(isBroken);
  if (words.length === 0 || !words.every((word) => isPair(word) || (broken ? isBroken(word) : isNumber(word)))) return undefined;
  return words.every(isPair) ? READ_FIRST : READ_FIRST_OF_OTHERS;
}

function where(conditions: string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** As the index has it. Its first 100 characters are enough to sort by, and fit into any index. */
function sortKey(column: string): string {
  return `(left(fold_text(${column}), 100) COLLATE "C")`;
}
