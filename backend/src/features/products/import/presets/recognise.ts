import {
  asField,
  FIELD_PREFIX,
  isFieldName,
  isProblemHeader,
  ONCE,
  OTHER_FIELDS,
  type FileFormat,
  type ImportColumn,
  type Target,
} from '../import-columns';
import { ETSY } from './etsy';
import { MAGENTO } from './magento';
import { ODOO } from './odoo';
import { PLAIN } from './plain';
import { plainHeader, type Preset } from './preset';
import { PRESTASHOP } from './prestashop';
import { SHOPIFY } from './shopify';
import { WIX } from './wix';
import { WOOCOMMERCE } from './woocommerce';
import { WOOCOMMERCE_2 } from './woocommerce-2';

/** Those whose headers are the clearest come first. */
const PRESETS = [WIX, SHOPIFY, MAGENTO, WOOCOMMERCE_2, ETSY, PRESTASHOP, ODOO, WOOCOMMERCE, PLAIN];

/** What a file is, by its headers, and what to make of its columns; `hasHtml` where its description is written in HTML. */
export function recognise(headers: string[], hasHtml = false): { format: FileFormat; columns: ImportColumn[] } {
  const plain = headers.map(plainHeader);
  const known = new Set(plain);
  const preset = isOwnExport(headers) ? PLAIN : (PRESETS.find(({ isKnownBy }) => isKnownBy(known)) ?? PLAIN);
  const targets = targetsOf(plain, preset).map((target) => (hasHtml && target === 'description' ? 'html' : target));
  return { format: preset.format, columns: headers.map((header, index) => asColumn(header, targets[index], preset)) };
}

/** Whether a file is an export of this app: its texts are taken as they stand. */
export function isOwnExport(headers: string[]): boolean {
  return headers.some((header) => header === OTHER_FIELDS || header.startsWith(FIELD_PREFIX));
}

/** Whether a column says something of one variant alone. */
export function isOfVariant({ header }: ImportColumn, format: FileFormat): boolean {
  return PRESETS.some((preset) => preset.format === format && preset.ofVariant?.test(plainHeader(header)));
}

function targetsOf(headers: string[], { columns, patterns = [], ignored }: Preset): Target[] {
  const targets: (Target | undefined)[] = headers.map(() => undefined);
  for (const [target, names] of Object.entries(columns) as [Target, string[]][]) {
    const indexes = names.flatMap((name) => headers.flatMap((header, index) => (header === name ? [index] : [])));
    const free = indexes.filter((index) => targets[index] === undefined);
    for (const index of ONCE.includes(target) ? free.slice(0, 1) : free) targets[index] = target;
  }
  const description = targets.indexOf('description');
  if (description >= 0 && targets.includes('html')) targets[description] = undefined;
  headers.forEach((header, index) => {
    const target = targets[index] ?? patterns.find(([pattern]) => pattern.test(header))?.[1];
    const isSecond = targets[index] === undefined && target && ONCE.includes(target) && targets.includes(target);
    targets[index] = target && !isSecond ? target : ignored?.test(header) ? 'ignore' : 'field';
  });
  return targets as Target[];
}

function asColumn(header: string, target: Target, { noise }: Preset): ImportColumn {
  if (isProblemHeader(header)) return { header, target: 'ignore' };
  if (target !== 'field') return { header, target };
  const column = asField(header);
  const field = noise ? column.field.replace(noise, '') : column.field;
  return isFieldName(field) ? { ...column, field } : { header, target: 'ignore' };
}
