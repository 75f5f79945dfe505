import type { DataSource } from 'typeorm';
import { preparedStatement, runPrepared } from '../../database/prepared-statement';

/** A product with what it is called by. */
export interface ProductCodes {
  id: number;
  sku: string;
  ean: string | null;
}

/** To fold a text in the database takes longer than to look it up. */
const IS_FOLDED = /^[\x20-\x7E]*$/;
const WANTED = '($1::text[] || ARRAY(SELECT fold_text(code) FROM unnest($2::text[]) AS code))';
const FIND = `
  SELECT id, sku, ean FROM products WHERE fold_text(sku) = ANY ${WANTED}
  UNION SELECT id, sku, ean FROM products WHERE fold_text(ean) = ANY ${WANTED}`;

/** The products whose folded SKU or EAN is one of these codes, which are in lower case. */
export function findByFoldedCodes(source: DataSource, codes: string[]): Promise<ProductCodes[]> {
  const folded = codes.filter((code) => IS_FOLDED.test(code));
  const others = codes.filter((code) => !IS_FOLDED.test(code));
  return runPrepared<ProductCodes>(source, preparedStatement(FIND), [folded, others]);
}
