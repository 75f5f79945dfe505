import { createHash } from 'node:crypto';
import { INVISIBLE } from '../../../../api/text';
import { MAX_TEXTS } from '../../product.dto';
import type { FileFormat } from '../import-columns';
import type { MappedRow } from './mapped-row';

/** Leaves room for a number behind a SKU that comes again. */
const MAX_SKU = MAX_TEXTS.sku - 8;

/** Shops where several products may have the same reference. */
const SHARE_SKUS: FileFormat[] = ['odoo', 'prestashop'];

/** What tells a row from others, where it has no SKU. */
export interface Identity {
  group: string;
  id: string;
  options: string[];
}

/** Makes the SKUs of rows without one. The same file has the same ones every time. */
export class SkuMaker {
  /** The rows of the file by their SKUs. */
  private readonly rows = new Map<string, number>();
  /** How often a SKU was made. */
  private readonly made = new Map<string, number>();
  /** The SKUs that stand in the file. */
  readonly given = new Set<string>();
  /** Whether a row has a SKU that was made for one before it. */
  isOvertaken = false;

  /** Makes none that is reserved. */
  constructor(
    private readonly format: FileFormat,
    private readonly isOn: boolean,
    private readonly reserved: ReadonlySet<string> = new Set(),
  ) {}

  /** The row that has a SKU. */
  rowOf(sku: string): number | undefined {
    return this.rows.get(sku.trim());
  }

  /** Gives a row a SKU where it needs one. Two products of a shop may have the same: the second gets one of its own. */
  complete(mapped: MappedRow, identity: Identity): void {
    const sku = mapped.sku.trim();
    const first = this.rows.get(sku);
    if (first !== undefined && !this.given.has(sku)) this.isOvertaken = true;
    if (sku !== '') this.given.add(sku);
    const isOther = identity.group !== '' || (identity.id !== '' && SHARE_SKUS.includes(this.format));
    const isRepeated = sku !== '' && first !== undefined && isOther;
    const name = this.isOn && mapped.name?.trim() ? mapped.name : '';
    if (name && (sku === '' || isRepeated)) {
      const { parts, from, isNumber } = this.source(name, identity);
      mapped.sku = this.distinct(parts);
      mapped.isSkuMade = true;
      if (isNumber) mapped.skuWithName = skuOf([mapped.sku, name]);
      mapped.warnings.push(
        isRepeated
          ? `Row ${first} has the SKU “${sku}” already: this one is made from ${from}`
          : `The SKU is made from ${from}`,
      );
    } else if (name && isOther) mapped.skuIfShared = skuOf(this.source(name, identity).parts);
    if (mapped.sku.trim() !== '' && !this.rows.has(mapped.sku.trim())) this.rows.set(mapped.sku.trim(), mapped.row.id);
  }

  private source(name: string, { group, id, options }: Identity): { parts: string[]; from: string; isNumber?: true } {
    if (group !== '') return { parts: [group, ...options], from: 'the handle and the options' };
    if (id !== '')
      return {
        parts: [this.format === 'plain' ? 'id' : this.format, id],
        from: 'the number in the file',
        isNumber: true,
      };
    return { parts: [name], from: 'the name' };
  }

  private distinct(parts: string[]): string {
    const made = skuOf(parts);
    for (;;) {
      const count = (this.made.get(made) ?? 0) + 1;
      this.made.set(made, count);
      const sku = count === 1 ? made : `${made}-${count}`;
      if (!this.rows.has(sku) && !this.reserved.has(sku)) return sku;
    }
  }
}

/** Words of all alphabets in lower case, joined by hyphens. */
function skuOf(parts: string[]): string {
  const text = parts.join(' ');
  const sku = text
    .replace(new RegExp(INVISIBLE, 'g'), '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  if (sku !== '' && sku.length <= MAX_SKU) return sku;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return sku === '' ? `item-${hash}` : `${sku.slice(0, MAX_SKU - 9).replace(/[\p{Surrogate}-]+$/u, '')}-${hash}`;
}
