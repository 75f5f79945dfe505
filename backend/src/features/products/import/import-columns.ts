import { charactersOf, malformed } from '../../../api/text';

/** What a column of a file can be. */
export const TARGETS = [
  'sku',
  'name',
  'ean',
  'vehicle',
  'description',
  'html',
  'images',
  'status',
  'published',
  'field',
  'fields',
  'fieldName',
  'fieldValue',
  'attributes',
  'group',
  'groupImages',
  'option',
  'part',
  'id',
  'ignore',
] as const;
export type Target = (typeof TARGETS)[number];

/** Whose export a file is. */
export const FORMATS = ['plain', 'shopify', 'woocommerce', 'wix', 'prestashop', 'magento', 'etsy', 'odoo'] as const;
export type FileFormat = (typeof FORMATS)[number];

/** A column of a file, and what is made of it. */
export interface ImportColumn {
  header: string;
  target: Target;
  /** The name of the free field, with `field` alone. */
  field?: string;
}

/** As long as the name of a free field may be. */
export const MAX_FIELD_NAME = 100;

/** Before the name of a free field in the header of an export. */
export const FIELD_PREFIX = 'Field: ';
/** The header of the export's column for fields that have none of their own. */
export const OTHER_FIELDS = 'Other fields';

/** The header of the last column of a file of bad rows. */
export const PROBLEM_HEADER = 'Problem';

/** Columns as they were chosen, with their headers; a free field without a name has that of its header. */
export function withHeaders(columns: Omit<ImportColumn, 'header'>[], headers: string[]): ImportColumn[] {
  return columns.map((column, index) =>
    column.target === 'field' && column.field === undefined
      ? asField(headers[index])
      : { ...column, header: headers[index] },
  );
}

/** Whether another column is already what only one can be. */
export function clashes(target: Target, others: ImportColumn[]): boolean {
  return ONCE.includes(target) && others.some((other) => LABELS[other.target] === LABELS[target]);
}

/** Why columns cannot be read like this, or null. */
export function columnsProblem(columns: Pick<ImportColumn, 'target'>[], makeSkus: boolean): string | null {
  const taken = new Set<Target>();
  for (const { target } of columns) {
    if (ONCE.includes(target) && taken.has(target)) return `Only one column can be the ${LABELS[target]}`;
    taken.add(target);
  }
  if (lacksSku(columns, makeSkus)) return 'Choose the column with the SKU: products are known by it';
  if (taken.has('description') && taken.has('html')) return 'Only one column can be the description';
  return null;
}

/** Whether no row can have a SKU: it is in no column, and none can be made. */
export function lacksSku(columns: Pick<ImportColumn, 'target'>[], makeSkus: boolean): boolean {
  const has = (wanted: Target): boolean => columns.some(({ target }) => target === wanted);
  return !has('sku') && !(makeSkus && has('name'));
}

const LABELS: Partial<Record<Target, string>> = {
  sku: 'SKU',
  name: 'name',
  ean: 'EAN',
  vehicle: 'vehicle',
  description: 'description',
  html: 'description',
  status: 'status',
  published: 'mark of what is published',
  fields: 'other fields',
  group: 'group',
  part: 'mark of a part',
  id: 'number in the other shop',
};
/** Targets that only one column can have. */
export const ONCE = Object.keys(LABELS) as Target[];

/** Whether a text can be the name of a free field. */
export function isFieldName(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== '' && charactersOf(text) <= MAX_FIELD_NAME && !malformed(text);
}

/** Whether a column says why a row was bad: it is left out. */
export function isProblemHeader(header: string): boolean {
  return header.trim().toLowerCase() === PROBLEM_HEADER.toLowerCase();
}

export function asField(header: string): Required<ImportColumn> {
  const field = header.startsWith(FIELD_PREFIX)
    ? header.slice(FIELD_PREFIX.length)
    : [...header.replaceAll('\ufeff', '').trim()].slice(0, MAX_FIELD_NAME).join('');
  return { header, target: 'field', field };
}
