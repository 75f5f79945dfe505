import { MAX_IMAGES } from '../../../images/image-list.field';
import { MAX_COLUMNS, type FileRow } from './csv-file';
import type { FileFormat, ImportColumn } from './import-columns';
import { isOfVariant, isOwnExport } from './presets/recognise';
import { groupOf, groupRows, indexesOf, textAt, type ColumnIndexes } from './row-groups';
import { Turn } from '../../../http/budgets/turn';
import { cleanCode, cleanEan, eanAmong } from './values/codes';
import { leaveOutShortenedEan } from './values/ean';
import { takeFields } from './values/free-fields';
import { isHtml, textOf } from './values/html-text';
import { countOfPictures, otherPicturesWarning, picturesIn } from './values/image-cells';
import { cutToLimits } from './values/limits';
import type { SkuMaker } from './values/made-skus';
import type { MappedRow } from './values/mapped-row';
import { statusOf } from './values/product-status';

/** What rows take from the first of their group: more than a product may have, so that what is cut is said. */
const MAX_SHARED_CHARACTERS = 50_000;
const MAX_SHARED_FIELDS = 1000;
const MAX_SHARED_PICTURES = 3000;

/** How the rows of a file are read. */
export interface RowMapping {
  columns: ImportColumn[];
  format: FileFormat;
  /** Whether descriptions are taken for HTML since some are: the others stay as they are. */
  hasHtml?: boolean;
  skus: SkuMaker;
}

type Texts = Partial<Record<'name' | 'vehicle' | 'description' | 'status' | 'published', string>>;

/** What all rows of a file have in common. */
interface Mapping extends RowMapping {
  /** The columns whose values a group shares: without those of one variant alone. */
  sharedColumns: ImportColumn[];
  indexes: ColumnIndexes;
  /** The texts of our own export are taken as they stand. */
  isOwn: boolean;
  turn: Turn;
}

/** What rows take from their group; read once, since a group has many rows and a row up to a megabyte. */
interface Group {
  first: FileRow;
  texts: Texts;
  fields: MappedRow['fields'];
  problem?: string;
  images: Set<string>;
  others: Set<string>;
  /** Whether it has more pictures than are counted. */
  isCut: boolean;
}

/** What the rows of a file say, row by row; those of a group see what stands in its first row. */
export async function* mapRows(rows: AsyncIterable<FileRow>, file: RowMapping): AsyncGenerator<MappedRow> {
  const { columns, format } = file;
  const indexes = indexesOf(columns);
  const isOwn = isOwnExport(columns.map(({ header }) => header));
  const sharedColumns = columns.map((column) =>
    isOfVariant(column, format) ? { ...column, target: 'ignore' as const } : column,
  );
  const turn = new Turn();
  const mapping = { ...file, sharedColumns, indexes, isOwn, turn };
  for await (const group of groupRows(rows, { columns, format })) yield* mapGroup(group, mapping);
}

async function* mapGroup(rows: FileRow[], mapping: Mapping): AsyncGenerator<MappedRow> {
  const { indexes, turn, isOwn } = mapping;
  const [images, others] = [new Set<string>(), new Set<string>()];
  let isCut = false;
  for (const { cells } of indexes.groupImages ? rows : []) {
    const found = picturesIn(cells, indexes.groupImages ?? [], isOwn);
    addShared(images, found.addresses);
    addShared(others, found.others);
    isCut ||= found.isCut;
    if (turn.isOver) await turn.yield();
  }
  const [first] = rows;
  const texts = textsOf(first, mapping);
  for (const field of Object.keys(texts) as (keyof Texts)[]) texts[field] = cutShared(texts[field]);
  const { fields, problem } = takeFields(first, { ...mapping, columns: mapping.sharedColumns }, []);
  const group = { first, texts, fields: fields.slice(0, MAX_SHARED_FIELDS), problem, images, others, isCut };
  for (const row of rows) {
    yield mapRow(row, group, mapping);
    if (turn.isOver) await turn.yield();
  }
}

function addShared(pictures: Set<string>, found: string[]): void {
  for (const picture of found) if (pictures.size < MAX_SHARED_PICTURES) pictures.add(picture);
}

function mapRow(row: FileRow, group: Group, mapping: Mapping): MappedRow {
  const { columns, indexes, isOwn, skus } = mapping;
  const sku = textAt(row, indexes.sku) ?? '';
  const mapped: MappedRow = { row, sku: isOwn ? sku : cleanCode(sku), fields: [], warnings: [] };
  if (row.cells.length > MAX_COLUMNS) mapped.problem = `The row has more than ${MAX_COLUMNS} cells`;
  else if (row.cells.length > columns.length && row.cells.slice(columns.length).some(Boolean))
    mapped.problem = `The row has ${row.cells.length} cells, and the header ${columns.length}`;
  const own = textsOf(row, mapping);
  const options = optionsOf(row, indexes);
  const partOf = partOfRow(row, group, { mapped, own, options, mapping });
  if (partOf !== undefined) return { ...mapped, partOf };
  const { texts } = group;
  const name = own.name || texts.name;
  const [status, published] = [own.status || texts.status, own.published || texts.published];
  Object.assign(mapped, {
    // What tells variants apart stands behind the name of the product.
    name: name && options.length > 0 ? `${name}, ${options.join(' / ')}` : name,
    vehicle: own.vehicle || texts.vehicle,
    description: own.description || texts.description,
    status: isOwn ? status : statusOf(status, published),
  });
  if (indexes.images ?? indexes.groupImages) takeImages(mapped, group, mapping);
  const { fields, problem } = takeFields(row, mapping, row === group.first ? [] : group.fields);
  mapped.fields = fields;
  const ean = textAt(row, indexes.ean);
  mapped.ean = isOwn || ean === undefined ? ean : cleanEan(ean);
  if (!isOwn && !mapped.ean && !indexes.group) mapped.ean = eanAmong(fields) ?? mapped.ean;
  leaveOutShortenedEan(mapped);
  mapped.problem ??= group.problem ?? problem;
  skus.complete(mapped, {
    group: groupOf(row, indexes),
    id: cleanCode(textAt(row, indexes.id) ?? ''),
    options,
  });
  cutToLimits(mapped);
  return mapped;
}

/** The row that one belongs to: it says so itself, or it says nothing of a product of its own. */
function partOfRow(
  row: FileRow,
  { first, texts }: Group,
  { mapped, own, options, mapping }: { mapped: MappedRow; own: Texts; options: string[]; mapping: Mapping },
): number | undefined {
  const kind = textAt(row, mapping.indexes.part)?.trim().toLowerCase() ?? '';
  const saysPart = kind !== '' && kind !== 'product';
  if (row === first) return saysPart ? mapping.skus.rowOf(mapped.sku) : undefined;
  const isNamed = own.name && (mapping.isOwn || own.name !== texts.name);
  return saysPart || (!mapped.sku.trim() && !isNamed && options.length === 0) ? first.id : undefined;
}

function textsOf(row: FileRow, { indexes, format, hasHtml }: Mapping): Texts {
  const html = textAt(row, indexes.html);
  return {
    name: textAt(row, indexes.name),
    vehicle: textAt(row, indexes.vehicle),
    description: html === undefined ? textAt(row, indexes.description) : descriptionOf(html, { format, hasHtml }),
    status: textAt(row, indexes.status),
    published: textAt(row, indexes.published),
  };
}

function descriptionOf(html: string, { format, hasHtml }: Pick<Mapping, 'format' | 'hasHtml'>): string {
  if (hasHtml && !isHtml(html)) return html;
  // WooCommerce writes \n where a line ends.
  return textOf(format === 'woocommerce' ? html.replaceAll('\\n', '\n') : html);
}

function cutShared(text: string | undefined): string | undefined {
  return text && text.length > MAX_SHARED_CHARACTERS ? text.trim().slice(0, MAX_SHARED_CHARACTERS) : text;
}

function optionsOf({ cells }: FileRow, { option = [] }: ColumnIndexes): string[] {
  return option.map((index) => cells[index] ?? '').filter((text) => text !== '' && text !== 'Default Title');
}

/** Its own images come first, then those of the group; none twice, but in our own export. */
function takeImages(mapped: MappedRow, group: Group, { indexes, isOwn }: Mapping): void {
  const own = picturesIn(mapped.row.cells, indexes.images ?? [], isOwn);
  const repeated = own.addresses.filter((address) => group.images.has(address)).length;
  const count = own.isCut || group.isCut ? Infinity : own.addresses.length + group.images.size - repeated;
  mapped.images = own.addresses.slice(0, MAX_IMAGES);
  for (const image of group.images) {
    if (mapped.images.length === MAX_IMAGES) break;
    if (!mapped.images.includes(image)) mapped.images.push(image);
  }
  if (count > MAX_IMAGES)
    mapped.warnings.push(`Only the first ${MAX_IMAGES} of ${countOfPictures(count)} images are taken`);
  const others = mapped.row === group.first ? [...new Set([...own.others, ...group.others])] : own.others;
  if (others.length > 0) mapped.warnings.push(otherPicturesWarning(others));
}
