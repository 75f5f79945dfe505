import type { EntityManager } from 'typeorm';
import { preparedStatement, runPrepared, runPreparedIn } from '../../database/prepared-statement';

/** A product with what it is called by. */
export interface ProductCodes {
  id: number;
  sku: string;
  ean: string | null;
}

/** To fold a text in the database takes longer than to look it up. */
const IS_FOLDED = /^[\x20-\x7E]*$/;
const WANTED = '($1::text[] || ARRAY(SELECT fold_text(code) FROM unnest($2::text[]) AS code))';
const FIND = ['sku', 'ean']
  .map(
    (code) => `
  SELECT id, sku, ean FROM (
    SELECT id, sku, ean, row_number() OVER (PARTITION BY fold_text(${code})) AS place
    FROM products WHERE fold_text(${code}) = ANY ${WANTED}
  ) AS named WHERE place <= $3`,
  )
  .join(' UNION ');

/** The products whose folded SKU or EAN is one of these codes, which are in lower case; of each SKU and EAN so many at most. */
export function findByFoldedCodes(manager: EntityManager, codes: string[], limit: number): Promise<ProductCodes[]> {
  return read<ProductCodes>(manager, FIND, [...split(codes), limit]);
}

/** A product with its name. */
export interface ProductName {
  id: number;
  name: string;
}

/** As the index has a name. */
const NAME_KEY = '(left(fold_text(name), 100) COLLATE "C")';
const FIND_NAMES = `SELECT id, name FROM products WHERE ${NAME_KEY} = ANY ${WANTED} AND id <> ALL ($3::integer[]) ORDER BY id LIMIT $4`;

/** Some products, but for those excepted, whose folded name is one of these, which are in lower case and have at most 100 characters. */
export function findByFoldedNames(
  manager: EntityManager,
  names: string[],
  { except, limit }: { except: number[]; limit: number },
): Promise<ProductName[]> {
  return read<ProductName>(manager, FIND_NAMES, [...split(names), except, limit]);
}

function split(texts: string[]): [folded: string[], others: string[]] {
  return [texts.filter((text) => IS_FOLDED.test(text)), texts.filter((text) => !IS_FOLDED.test(text))];
}

/** Reads in the transaction of the manager, where there is one. */
function read<Row>(manager: EntityManager, text: string, values: unknown[]): Promise<Row[]> {
  const statement = preparedStatement(text);
  return manager.queryRunner
    ? runPreparedIn<Row>(manager, statement, values)
    : runPrepared<Row>(manager.connection, statement, values);
}
