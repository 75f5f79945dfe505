import { isFull } from '../database/limit-bytes';
import { whereAll, type Bind, type RowQuery } from '../search/text-filter';

/** Rows that are read in the order of the list before the indexes of the filters are asked. */
const SCANNED_ROWS = 5000;

/**
 * Reads the rows that pass the filters. Common combinations are found among the first rows; of a rare one, all rows are
 * found by the indexes of the filters and then ordered. The planner, which expects them anywhere, would read the whole table in order.
 */
export async function readFiltered<Row extends object>(
  { columns, table, where, filters = () => [], order, limit }: RowQuery,
  run: (text: string, values: unknown[]) => Promise<Row[]>,
): Promise<Row[]> {
  const select = (from: (bind: Bind) => string): Promise<Row[]> => {
    const values: unknown[] = [];
    const source = from((value) => `$${values.push(value)}`);
    return run(`SELECT ${columns} FROM ${source} ${order} LIMIT ${limit}`, values);
  };
  const first = await select((bind) => {
    const scanned = `SELECT * FROM ${table} ${whereAll(where(bind))} ${order} LIMIT ${SCANNED_ROWS}`;
    return `(${scanned}) AS scanned ${whereAll(filters(bind))}`;
  });
  if (isFull(first, limit)) return first;
  return select((bind) => {
    const found = `SELECT * FROM ${table} ${whereAll([...where(bind), ...filters(bind)])} OFFSET 0`;
    const page = `SELECT id FROM (${found}) AS found ${order} LIMIT ${limit}`;
    return `${table} WHERE id IN (${page})`;
  });
}
