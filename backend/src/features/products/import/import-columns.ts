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
  'field',
  'fields',
  'fieldName',
  'fieldValue',
  'group',
  'groupImages',
  'option',
  'ignore',
] as const;
export type Target = (typeof TARGETS)[number];

/** Whose export a file is. */
export const FORMATS = ['plain', 'shopify', 'woocommerce'] as const;
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

/** The headers of each target, in lower case. */
type Preset = Partial<Record<Target, string[]>>;

/** As our export and common price lists have them. */
const PLAIN: Preset = {
  sku: ['sku', 'item number', 'article number', 'part number'],
  name: ['name', 'title', 'product name', 'product'],
  ean: ['ean', 'gtin', 'upc', 'barcode'],
  vehicle: ['vehicle', 'fits'],
  description: ['description'],
  images: ['images', 'image', 'image url'],
  status: ['status'],
  fields: ['other fields'],
};

/** The columns of a product export of Shopify, several rows a handle. What is not named here is a free field. */
const SHOPIFY: Preset = {
  group: ['handle'],
  name: ['title'],
  html: ['body (html)'],
  sku: ['variant sku'],
  ean: ['variant barcode'],
  groupImages: ['image src'],
  images: ['variant image'],
  status: ['status'],
  option: ['option1 value', 'option2 value', 'option3 value'],
};
const SHOPIFY_IGNORED =
  /^(published|option\d (name|linked to)|image (position|alt text)|gift card|seo |google shopping|variant (inventory|fulfillment|requires|taxable|tax|weight unit)|included \/|price \/|compare at price \/|cost per item)/;

/** The columns of a product export of WooCommerce. */
const WOOCOMMERCE: Preset = {
  sku: ['sku'],
  name: ['name'],
  ean: ['gtin, upc, ean, or isbn'],
  html: ['description'],
  images: ['images'],
};
const WOOCOMMERCE_IGNORED =
  /^(id|type|published|is featured\?|visibility in catalog|in stock\?|low stock amount|backorders allowed\?|sold individually\?|allow customer reviews\?|purchase note|date sale price .*|tax (status|class)|shipping class|download .*|parent|grouped products|upsells|cross-sells|external url|button text|position|stock|attribute \d+ (visible|global|default)|meta: .*)$/;

/** What a file is, by its headers, and what to make of its columns. */
export function propose(headers: string[]): { format: FileFormat; columns: ImportColumn[] } {
  const known = new Set(headers.map(lower));
  const hasOne = (...names: string[]): boolean => names.some((name) => known.has(name));
  if (known.has('handle') && hasOne('variant sku', 'body (html)'))
    return { format: 'shopify', columns: columnsBy(headers, SHOPIFY, SHOPIFY_IGNORED) };
  if (known.has('sku') && known.has('type') && hasOne('regular price', 'published', 'gtin, upc, ean, or isbn'))
    return { format: 'woocommerce', columns: columnsBy(headers, WOOCOMMERCE, WOOCOMMERCE_IGNORED) };
  return { format: 'plain', columns: columnsBy(headers, PLAIN, /^$/) };
}

/** Columns as they were chosen, with their headers; a free field without a name has that of its header. */
export function withHeaders(columns: Omit<ImportColumn, 'header'>[], headers: string[]): ImportColumn[] {
  return columns.map((column, place) =>
    column.target === 'field' && column.field === undefined
      ? asField(headers[place])
      : { ...column, header: headers[place] },
  );
}

/** Whether another column is already what only one can be. */
export function clashes(target: Target, others: ImportColumn[]): boolean {
  return ONCE.includes(target) && others.some((other) => LABELS[other.target] === LABELS[target]);
}

/** Why columns cannot be read like this, or null. */
export function columnsProblem(columns: Pick<ImportColumn, 'target'>[]): string | null {
  const taken = new Set<Target>();
  for (const { target } of columns) {
    if (ONCE.includes(target) && taken.has(target)) return `Only one column can be the ${LABELS[target]}`;
    taken.add(target);
  }
  if (!taken.has('sku')) return 'Choose the column with the SKU: products are known by it';
  if (taken.has('description') && taken.has('html')) return 'Only one column can be the description';
  return null;
}

const LABELS: Partial<Record<Target, string>> = {
  sku: 'SKU',
  name: 'name',
  ean: 'EAN',
  vehicle: 'vehicle',
  description: 'description',
  html: 'description',
  status: 'status',
  fields: 'other fields',
  group: 'group',
};
const ONCE = Object.keys(LABELS) as Target[];

function columnsBy(headers: string[], preset: Preset, ignored: RegExp): ImportColumn[] {
  const taken = new Set<Target>();
  return headers.map((header) => {
    const target = targetOf(header, preset, ignored);
    if (target === 'field' || (ONCE.includes(target) && taken.has(target))) return asField(header);
    taken.add(target);
    return { header, target };
  });
}

function targetOf(header: string, preset: Preset, ignored: RegExp): Target {
  const known = lower(header);
  if (isProblemHeader(header)) return 'ignore';
  const named = TARGETS.find((target) => preset[target]?.includes(known));
  if (named) return named;
  if (preset === WOOCOMMERCE && /^attribute \d+ name$/.test(known)) return 'fieldName';
  if (preset === WOOCOMMERCE && /^attribute \d+ value/.test(known)) return 'fieldValue';
  return isFieldName(asField(header).field) && !ignored.test(known) ? 'field' : 'ignore';
}

/** Whether a text can be the name of a free field. */
export function isFieldName(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== '' && charactersOf(text) <= MAX_FIELD_NAME && !malformed(text);
}

/** Whether a column says why a row was bad: it is left out. */
export function isProblemHeader(header: string): boolean {
  return lower(header) === lower(PROBLEM_HEADER);
}

function asField(header: string): Required<ImportColumn> {
  return {
    header,
    target: 'field',
    field: header.startsWith(FIELD_PREFIX) ? header.slice(FIELD_PREFIX.length) : header.trim(),
  };
}

function lower(header: string): string {
  return header.trim().toLowerCase();
}
