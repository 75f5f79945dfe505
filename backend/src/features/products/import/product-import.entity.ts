import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Encoding, Separator } from './csv-file';
import type { FileFormat, ImportColumn } from './import-columns';
import type { ProfileOwner } from './profiles/import-profile.entity';

/** How a file was read. */
export interface ImportFile {
  format: FileFormat;
  separator: Separator;
  encoding: Encoding;
  /** Whether it was a workbook, which was read as CSV; not there in older imports. */
  isWorkbook?: boolean;
  /** The name of the sheet of a workbook that was read. */
  sheet?: string;
  /** Whether its first rows have HTML in the description; not there in older imports. */
  hasHtml?: boolean;
  /** Whether rows without a SKU get one. */
  makeSkus: boolean;
  /** The first values of each column. */
  samples: string[][];
}

/** What becomes of a row: `part` belongs to the row before it. */
export const ROW_STATES = ['new', 'changed', 'unchanged', 'bad', 'part'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** How many rows there are of each kind; `warned` and `usingPlaceholder` are among the others. */
export type ImportCounts = Record<RowState | 'warned' | 'usingPlaceholder', number>;
export const NO_ROWS: ImportCounts = {
  new: 0,
  changed: 0,
  unchanged: 0,
  bad: 0,
  part: 0,
  warned: 0,
  usingPlaceholder: 0,
};

/** A file of products, read but for its rows, which are in the table `product_import_rows`. Table `product_imports`. */
@Entity('product_imports')
@Check('product_imports_state_check', "state IN ('reading', 'ready', 'applied')")
@Unique('product_imports_request_key', ['request'])
@Index('product_imports_created_at', ['createdAt'])
export class ProductImport {
  @PrimaryGeneratedColumn({ primaryKeyConstraintName: 'product_imports_pkey' })
  id: number;

  @Column({ name: 'created_by_id', type: 'integer' })
  createdById: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  /** The request that brought the file. */
  @Column({ type: 'uuid' })
  request: string;

  @Column({ type: 'text' })
  state: 'reading' | 'ready' | 'applied';

  @Column({ type: 'json' })
  file: ImportFile;

  @Column({ type: 'json' })
  columns: ImportColumn[];

  /** The picture for products without one. */
  @Column({ type: 'text', nullable: true })
  placeholder: string | null;

  /** Who chose how it is read, and the name of the profile that applying it changes; null where it has no name. */
  @Column({ type: 'json', nullable: true })
  profile: (ProfileOwner & { name: string | null }) | null;

  @Column({ type: 'json' })
  counts: ImportCounts;

  /** Increases with each comparison. By `If-Match` a client applies only the one that it has read. */
  @Column({ type: 'integer', default: 1 })
  version: number;

  /** What it has changed, once it is applied; null where there was nothing to change. */
  @Column({ name: 'change_set', type: 'uuid', nullable: true })
  changeSet: string | null;
}
