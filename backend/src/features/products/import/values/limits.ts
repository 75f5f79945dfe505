import { charactersOf } from '../../../../api/text';
import { MAX_FIELDS, MAX_FIELDS_BYTES, MAX_VALUE } from '../../extra-fields.field';
import { MAX_TEXTS } from '../../product.dto';
import { MAX_FIELD_NAME } from '../import-columns';
import type { MappedRow } from './mapped-row';

/** So many fields that are cut are named. A group shares up to 1,000 with each of its rows. */
const MAX_NAMED = 3;

const CUT = { name: 'name', ean: 'EAN', vehicle: 'vehicle', description: 'description', status: 'status' } as const;

/** Cuts what is longer than a product can keep, and says so: the product is worth more than the end of a text. */
export function cutToLimits(mapped: MappedRow): void {
  for (const [field, label] of Object.entries(CUT) as [keyof typeof CUT, string][]) {
    const text = mapped[field]?.trim() ?? '';
    if (text.length <= MAX_TEXTS[field] || charactersOf(text) <= MAX_TEXTS[field]) continue;
    mapped[field] = cut(text, MAX_TEXTS[field]);
    mapped.warnings.push(`The ${label} is cut to ${MAX_TEXTS[field]} characters`);
  }
  cutFields(mapped);
}

function cutFields(mapped: MappedRow): void {
  const kept: MappedRow['fields'] = [];
  const shortened: string[] = [];
  let [count, bytes, left] = [0, 0, 0];
  for (const [name, value] of mapped.fields) {
    const shortName = cut(name, MAX_FIELD_NAME);
    const shortValue = cut(value, MAX_VALUE);
    if (shortName !== name || shortValue !== value) shortened.push(name);
    const size = shortValue ? Buffer.byteLength(shortName) + Buffer.byteLength(shortValue) : 0;
    if (size > 0 && (count === MAX_FIELDS || bytes + size > MAX_FIELDS_BYTES)) {
      left++;
      continue;
    }
    bytes += size;
    if (size > 0) count++;
    kept.push([shortName, shortValue]);
  }
  mapped.fields = kept;
  mapped.warnings.push(...cutWarnings(shortened));
  if (left > 0) mapped.warnings.push(`Only the first ${count} of ${count + left} free fields are taken`);
}

/** What is said of fields that are cut, by their names. */
function cutWarnings(names: string[]): string[] {
  return names.length > MAX_NAMED
    ? [`${names.length} free fields are cut: names to ${MAX_FIELD_NAME} characters, values to ${MAX_VALUE}`]
    : names.map((name) => `The free field “${cut(name, 60)}” is cut to ${MAX_VALUE} characters`);
}

function cut(text: string, max: number): string {
  return text.length <= max || charactersOf(text) <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');
}
