import { MAX_IMAGES } from '../../../images/image-list.field';
import { unescapeCell } from './csv-escape';
import type { FileRow } from './csv-file';
import { OTHER_FIELDS, type ImportColumn, type Target } from './import-columns';
import { Turn } from './turn';

/** Rows of one group that are looked at together; Shopify has at most 2,048 variants of a product, and their images. */
const MAX_GROUP = 3000;
/** Addresses in one cell: as many pictures as Shopify keeps of a product. */
const MAX_ADDRESSES = 250;
/** What rows take from the first of their group: more than a product may have, so that it is still refused. */
const MAX_SHARED_CHARACTERS = 50_000;
const MAX_SHARED_FIELDS = 1000;

/** A product as a row of the file has it: what has no column is undefined, and stays as it is. */
export interface MappedRow {
  row: FileRow;
  sku: string;
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

/** What the rows of a file say, row by row; those of a group see what stands in its first row. */
export async function* mapRows(rows: AsyncIterable<FileRow>, columns: ImportColumn[]): AsyncGenerator<MappedRow> {
  const places = placesOf(columns);
  const key = ({ cells }: FileRow): string => (places.group ? (cells[places.group[0]] ?? '') : '');
  const turn = new Turn();
  let group: FileRow[] = [];
  for await (const row of rows) {
    if (turn.isOver) await turn.yield();
    const belongs = group.length > 0 && key(row) !== '' && key(row) === key(group[0]) && group.length < MAX_GROUP;
    if (!belongs && group.length > 0) {
      yield* mapGroup(group, columns, places, turn);
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield* mapGroup(group, columns, places, turn);
}

type Places = Partial<Record<Target, number[]>>;

function placesOf(columns: ImportColumn[]): Places {
  const places: Places = {};
  columns.forEach(({ target }, place) => (places[target] ??= []).push(place));
  return places;
}

/** What rows take from their group; read once, since a group has many rows and a row up to a megabyte. */
interface Group {
  first: MappedRow;
  images?: { taken: string[]; count: number };
  columns: ImportColumn[];
  places: Places;
}

async function* mapGroup(
  rows: FileRow[],
  columns: ImportColumn[],
  places: Places,
  turn: Turn,
): AsyncGenerator<MappedRow> {
  const images = new Set<string>();
  for (const { cells } of places.groupImages ? rows : []) {
    for (const image of imagesIn(cells, places.groupImages)) images.add(image);
    if (turn.isOver) await turn.yield();
  }
  const first: MappedRow = { row: rows[0], sku: '', ...textsOf(rows[0], places), fields: [], warnings: [] };
  takeFields(first, columns);
  for (const field of ['name', 'vehicle', 'description', 'status'] as const) first[field] = cut(first[field]);
  first.fields = first.fields.slice(0, MAX_SHARED_FIELDS);
  const taken = places.groupImages && { taken: [...images].slice(0, MAX_IMAGES), count: images.size };
  for (const row of rows) {
    yield mapRow(row, { first, images: taken, columns, places });
    if (turn.isOver) await turn.yield();
  }
}

function mapRow(row: FileRow, { first, images, columns, places }: Group): MappedRow {
  const mapped: MappedRow = { row, sku: textAt(row, places.sku) ?? '', fields: [], warnings: [] };
  if (row.cells.length > columns.length && row.cells.slice(columns.length).some(Boolean))
    mapped.problem = `The row has ${row.cells.length} cells, and the header ${columns.length}`;
  const own = textsOf(row, places);
  if (row !== first.row && !mapped.sku.trim() && !own.name && !options(row, places).length)
    return { ...mapped, partOf: first.row.id };
  Object.assign(mapped, {
    name: nameOf(row, own.name || first.name, places),
    ean: textAt(row, places.ean),
    vehicle: own.vehicle || first.vehicle,
    description: own.description || first.description,
    status: own.status || first.status,
  });
  const imagePlaces = [...(places.images ?? []), ...(places.groupImages ?? [])];
  if (imagePlaces.some((place) => addressesIn(row.cells[place]).length > MAX_ADDRESSES))
    mapped.problem ??= `At most ${MAX_ADDRESSES} addresses of images can be read from a cell`;
  if (places.images ?? images) takeImages(mapped, imagesIn(row.cells, places.images), images);
  mapped.problem ??= first.problem;
  takeFields(mapped, columns, row === first.row ? [] : first.fields);
  return mapped;
}

function textsOf(row: FileRow, places: Places): Pick<MappedRow, 'name' | 'vehicle' | 'description' | 'status'> {
  const html = textAt(row, places.html);
  return {
    name: textAt(row, places.name),
    vehicle: textAt(row, places.vehicle),
    description: html === undefined ? textAt(row, places.description) : textOf(html),
    status: textAt(row, places.status),
  };
}

function cut(text: string | undefined): string | undefined {
  return text && text.length > MAX_SHARED_CHARACTERS ? text.trim().slice(0, MAX_SHARED_CHARACTERS) : text;
}

/** What tells variants apart stands behind the name of the product. */
function nameOf(row: FileRow, name: string | undefined, places: Places): string | undefined {
  const values = options(row, places);
  return name && values.length > 0 ? `${name}, ${values.join(' / ')}` : name;
}

function options({ cells }: FileRow, { option = [] }: Places): string[] {
  return option.map((place) => cells[place] ?? '').filter((text) => text !== '' && text !== 'Default Title');
}

function takeImages(mapped: MappedRow, own: string[], group: Group['images'] = { taken: [], count: 0 }): void {
  mapped.images = [...own.slice(0, MAX_IMAGES), ...group.taken].slice(0, MAX_IMAGES);
  const count = own.length + group.count;
  if (count > MAX_IMAGES) mapped.warnings.push(`Only the first ${MAX_IMAGES} of ${count} images are taken`);
}

function takeFields(mapped: MappedRow, columns: ImportColumn[], shared: MappedRow['fields'] = []): void {
  const fields = new Map(shared);
  const set = (name: string, value: string): void =>
    void (name.trim() && (value || !fields.get(name)) && fields.set(name, value));
  let name = '';
  columns.forEach(({ target, field = '' }, place) => {
    const text = textAt(mapped.row, [place]) ?? '';
    if (target === 'field') set(field, text);
    else if (target === 'fieldName') name = text;
    else if (target === 'fieldValue') set(name, text);
    else if (target === 'fields' && text.trim()) setAll(mapped, text, set);
  });
  mapped.fields = [...fields];
}

function setAll(mapped: MappedRow, text: string, set: (name: string, value: string) => void): void {
  const fields = parse(text);
  if (!fields) mapped.problem ??= `“${OTHER_FIELDS}” must be a JSON object of texts`;
  else for (const [name, value] of fields) set(name, value);
}

function parse(text: string): [string, string][] | null {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const fields = Object.entries(value) as [string, unknown][];
    return fields.every(([, field]) => typeof field === 'string') ? (fields as [string, string][]) : null;
  } catch {
    return null;
  }
}

function imagesIn(cells: string[], places: number[] = []): string[] {
  return places.flatMap((place) => addressesIn(cells[place]));
}

/** Addresses a line, as an export has them; else apart by spaces, or by commas before another address. One more than may be, at most. */
function addressesIn(cell = ''): string[] {
  const text = unescapeCell(cell);
  const between = text.includes('\n') ? /(?:\r?\n)+/ : /,?\s+|,(?=https?:)/i;
  return text
    .trim()
    .split(between, MAX_ADDRESSES + 1)
    .filter(Boolean);
}

/** The cell of a column, or the first that is not empty of several; undefined where there is no column. */
function textAt({ cells }: FileRow, places: number[] | undefined): string | undefined {
  return places && unescapeCell(cells[places.find((place) => cells[place]) ?? places[0]] ?? '');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of a description in HTML: paragraphs and items are lines. A tag ends before the next begins, so that nothing is read twice. */
function textOf(html: string): string {
  const lines = html
    .replace(/<(br|\/p|\/div|\/li|\/h\d|\/tr)\b[^<>]{0,500}>\s*/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, '');
  const text = lines.replace(
    /&(#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,5});/gi,
    (entity, name: string) => ENTITIES[name.toLowerCase()] ?? character(name) ?? entity,
  );
  return text.replace(/\n{3,}/g, '\n\n').trim();
}

function character(name: string): string | undefined {
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : NaN;
  return code > 31 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;
}
