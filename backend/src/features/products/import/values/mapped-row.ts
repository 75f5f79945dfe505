import type { FileRow } from '../csv-file';

/** A product as a row of the file has it: what has no column is undefined, and stays as it is. */
export interface MappedRow {
  row: FileRow;
  sku: string;
  /** Whether its SKU does not stand in the file. */
  isSkuMade?: boolean;
  /** The SKU that is made for it where another product of the shop has its own. */
  skuIfShared?: string;
  /** Its SKU where another shop has used the number for another product. */
  skuWithName?: string;
  name?: string;
  ean?: string;
  vehicle?: string;
  description?: string;
  status?: string;
  images?: string[];
  /** Free fields by name; an empty text takes one away. */
  fields: [name: string, value: string][];
  /** Why the row cannot be read at all. */
  problem?: string;
  warnings: string[];
  /** The row of the file that it is a part of. */
  partOf?: number;
}
