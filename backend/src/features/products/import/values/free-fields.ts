import { unescapeCell } from '../../../../lists/csv';
import type { FileRow } from '../csv-file';
import { OTHER_FIELDS, type FileFormat, type ImportColumn } from '../import-columns';
import { isHtml, textOf } from './html-text';

type Fields = [name: string, value: string][];

/** The free fields of a row, with the shared ones of its group; or why they cannot be read. */
export function takeFields(
  { cells }: FileRow,
  { columns, format }: { columns: ImportColumn[]; format: FileFormat },
  shared: Fields,
): { fields: Fields; problem?: string } {
  const fields = new Map(shared);
  const own = new Map<string, string>();
  const set = (name: string, value: string): void => {
    if (!name.trim() || (!value && fields.get(name))) return;
    // Several columns may have one name: no value is lost.
    const before = own.get(name);
    const all = before && before !== value ? `${before}, ${value}` : value;
    own.set(name, all);
    fields.set(name, all);
  };
  let name = '';
  let problem: string | undefined;
  columns.forEach(({ target, field = '' }, index) => {
    if (!(target in READERS)) return;
    const cell = unescapeCell(cells[index] ?? '');
    const text = format !== 'plain' && isHtml(cell) ? textOf(cell) : cell;
    if (target === 'field') set(field, text);
    else if (target === 'fieldName') name = text;
    else if (target === 'fieldValue') set(name, text);
    else if (target === 'attributes') for (const [key, value] of attributesIn(text)) set(key, value);
    else if (text.trim()) {
      const several = parse(text);
      if (!several) problem ??= `“${OTHER_FIELDS}” must be a JSON object of texts`;
      else for (const [key, value] of several) set(key, value);
    }
  });
  return { fields: [...fields], problem };
}

/** The targets that are read here. */
const READERS = { field: true, fieldName: true, fieldValue: true, attributes: true, fields: true };

/** `colour=red,size=L` of Magento, whose values may have commas, or `Colour:red:1,Size:L:2` of PrestaShop. */
function attributesIn(text: string): Fields {
  const isMagento = text.includes('=');
  const pairs = text.split(isMagento ? /,(?=[\w-]+=)/ : ',');
  return pairs.flatMap((pair): Fields => {
    const [name, ...values] = pair.split(isMagento ? '=' : ':');
    const value = isMagento ? values.join('=') : (values[0] ?? '');
    return name.trim() && value.trim() ? [[name.trim(), value.trim()]] : [];
  });
}

function parse(text: string): Fields | null {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const fields = Object.entries(value) as [string, unknown][];
    return fields.every(([, field]) => typeof field === 'string') ? (fields as Fields) : null;
  } catch {
    return null;
  }
}
