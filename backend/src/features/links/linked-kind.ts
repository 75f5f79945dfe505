import { NotFoundException } from '@nestjs/common';
import { recordTypes, type RecordTypeOptions } from '../../records/record-type';

/** The kinds of records that can be about products: all but products. */
export function linkedKinds(): RecordTypeOptions[] {
  return recordTypes().filter(({ kind }) => kind !== 'product');
}

/** The kind that an address names, such as `customer-questions`, or by its own name; else 404. */
export function linkedKindAt(path: string): RecordTypeOptions {
  const found = linkedKinds().find(({ kind, table }) => kind === path || table.replaceAll('_', '-') === path);
  if (!found) throw new NotFoundException('There is no such kind of record');
  return found;
}

/** The column of its responses that names the record. */
export function parentColumn({ kind }: RecordTypeOptions): string {
  return `${kind.replaceAll('-', '_')}_id`;
}
