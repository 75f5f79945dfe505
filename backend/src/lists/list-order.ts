import type { Bind } from '../search/text-filter';
import { foreignCursor, type KeysetCursor } from './page';

/** How a list can be ordered: by its age, by a text, or what is searched by how well it matches. */
export type Sort = 'newest' | 'oldest' | 'name' | 'sku' | 'relevance';

/** The order of a list, in SQL. */
interface ListOrder {
  /** What the rows are ordered by before their ids, as the text that a cursor keeps; null for the ids alone. */
  key: string | null;
  order: string;
  /** The same order by the names of the columns that are answered. */
  namedOrder: string;
  /** 400 for the cursor of a list in another order. */
  after: (cursor: KeysetCursor, bind: Bind) => string;
}

interface CreationFilter {
  createdFrom?: Date;
  createdTo?: Date;
}

/** Whether the time of creation is filtered: the newest are then those created last, since an index is in that order. */
export function isByCreation({ createdFrom, createdTo }: CreationFilter): boolean {
  return createdFrom !== undefined || createdTo !== undefined;
}

/** Microseconds since 1970. */
const MICROSECONDS = /^\d{1,16}$/;

export function orderOf(sort: Exclude<Sort, 'relevance'>, filter: CreationFilter): ListOrder {
  if (sort === 'name' || sort === 'sku') return byText(sortKey(sort));
  const [direction, after] = sort === 'newest' ? ['DESC', '<'] : ['ASC', '>'];
  if (isByCreation(filter)) return byCreation(direction, after);
  const order = `ORDER BY id ${direction}`;
  return {
    key: null,
    order,
    namedOrder: order,
    after: ({ id, $key }, bind) => {
      if ($key !== undefined) throw foreignCursor();
      return `id ${after} ${bind(id)}`;
    },
  };
}

function byText(key: string): ListOrder {
  return {
    key,
    order: `ORDER BY ${key}, id ASC`,
    namedOrder: 'ORDER BY "$key" COLLATE "C", id ASC',
    after: ({ id, $key }, bind) => {
      if ($key === undefined) throw foreignCursor();
      return `(${key}, id) > (${bind($key)}, ${bind(id)})`;
    },
  };
}

function byCreation(direction: string, after: string): ListOrder {
  return {
    key: '(extract(epoch FROM created_at) * 1000000)::bigint::text',
    order: `ORDER BY created_at ${direction}, id ${direction}`,
    namedOrder: `ORDER BY "createdAt" ${direction}, id ${direction}`,
    after: ({ id, $key = '' }, bind) => {
      if (!MICROSECONDS.test($key)) throw foreignCursor();
      const time = bind($key);
      return `(created_at, id) ${after} (timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond', ${bind(id)})`;
    },
  };
}

/** As the index has it. Its first 100 characters are enough to sort by, and fit into any index. */
function sortKey(column: string): string {
  return `(left(fold_text(${column}), 100) COLLATE "C")`;
}
