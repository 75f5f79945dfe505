import { BadRequestException } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { checkInput } from '../../../http/input.pipe';
import { toAddress, type ImageReference } from '../../../images/image-reference';
import { withoutEmpty } from '../extra-fields.field';
import { CreateProductDto } from '../product.dto';
import type { Product } from '../product.entity';
import { expectVisible } from '../sku';
import type { MappedRow } from './values/mapped-row';
import { eanWarning } from './values/ean';
import type { RowState } from './product-import.entity';
import { isShortened } from './values/codes';

/** The longest text that a preview shows of a value, in characters. */
const SHOWN = 200;

/** A description that can be a name, where a list has no column of names: one short line. */
const NAME_LIKE = /^.{1,200}$/u;

/** What a preview says of a row. */
export interface RowReport {
  sku: string;
  isSkuMade?: boolean;
  name: string;
  problem: string | null;
  warnings: string[];
  /** Whether its product gets the placeholder; not there in older imports. */
  usesPlaceholder?: boolean;
  changes: { field: string; before: string | null; after: string | null }[];
  /** What is written of a new product; not there for other rows, and in older imports. */
  values?: { field: string; value: string }[];
  /** The row that it is a part of. */
  partOf: number | null;
}

/** What becomes of a row: what is said of it, and the columns that are to be written. */
export interface RowResult {
  state: RowState;
  verdict: RowReport;
  fields: Partial<Product> | null;
}

/** Turns addresses of images into references, as a create does; 400 for what is not stored here. */
export type Prepare = (images: string[], current: ImageReference[]) => Promise<ImageReference[]>;

const TEXTS = ['name', 'sku', 'ean', 'vehicle', 'description', 'status'] as const;

/** With what a row is compared. */
interface Comparison {
  /** The product with this SKU now. */
  current: Product | undefined;
  placeholder: string | null;
  prepare: Prepare;
  /** False where no row has a SKU: this is said once, of the file. */
  hasSkus: boolean;
}

/** Decides by the rules of creating a product. */
export async function validateRow(
  mapped: MappedRow,
  { current, placeholder, prepare, hasSkus }: Comparison,
): Promise<RowResult> {
  const line = mapped.description?.trim() ?? '';
  const isUnnamed = !current && mapped.name === undefined && mapped.partOf === undefined && NAME_LIKE.test(line);
  if (isUnnamed) mapped.name = line;
  const verdict: RowReport = {
    sku: shown(mapped.sku),
    isSkuMade: mapped.isSkuMade,
    name: shown(mapped.name ?? current?.name ?? ''),
    problem: null,
    // What is stored as JSON may have no NUL.
    warnings: mapped.warnings.map((warning) => shown(warning, Infinity)),
    changes: [],
    partOf: mapped.partOf ?? null,
  };
  if (mapped.partOf !== undefined) return { state: 'part', verdict, fields: null };
  const bad = (problem: string | null): RowResult => ({ state: 'bad', verdict: { ...verdict, problem }, fields: null });
  if (mapped.problem) return bad(mapped.problem);
  if (!hasSkus) return bad(null);
  const { value, problem } = checkInput(CreateProductDto, inputOf(mapped, current, placeholder));
  if (!value) return bad(problem);
  verdict.warnings = [...verdict.warnings, ...warningsOf(mapped)];
  if (isUnnamed) verdict.warnings.push('No column has names: its description is its name too');
  try {
    expectVisible(value.sku, current?.sku);
    const fields = await fieldsOf(value, current, prepare);
    verdict.usesPlaceholder = !mapped.images?.length && !current?.images.length;
    if (!current) return { state: 'new', verdict: { ...verdict, values: valuesOf(fields) }, fields };
    const changes = changesOf(fields, current);
    return changes.length === 0
      ? { state: 'unchanged', verdict, fields: null }
      : { state: 'changed', verdict: { ...verdict, changes }, fields };
  } catch (error) {
    if (error instanceof BadRequestException) return bad(error.message);
    throw error;
  }
}

/** What seems wrong with the values of a row that is taken. */
function warningsOf({ sku, ean }: MappedRow): string[] {
  const warnings = [
    isShortened(sku.trim()) ? 'A spreadsheet has shortened the SKU: its last digits are lost' : null,
    ean ? eanWarning(ean.trim()) : null,
  ];
  return warnings.filter((warning) => warning !== null);
}

/** The product as a create would get it: what the file does not say stays as it is. */
function inputOf(mapped: MappedRow, current: Product | undefined, placeholder: string | null): object {
  const texts = TEXTS.map((field) => [field, mapped[field] ?? current?.[field]]);
  const fields = [...Object.entries(current?.extraFields ?? {}), ...mapped.fields];
  const sample = placeholder === null ? [] : [placeholder];
  const images = [mapped.images, current?.images.map(toAddress)].find((found) => found?.length) ?? sample;
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
    images,
    extraFields: withoutEmpty(Object.fromEntries(fields)),
  };
}

/** The columns of a new product, or the columns that change. */
async function fieldsOf(
  { images, extraFields, status, ...texts }: CreateProductDto,
  current: Product | undefined,
  prepare: Prepare,
): Promise<Partial<Product>> {
  if (images.some((image) => /^data:/i.test(image)))
    throw new BadRequestException('Images in a file must be addresses');
  const wanted = { ean: null, vehicle: null, description: null, ...texts, status: status ?? 'active' };
  if (!current) return { ...wanted, images: await prepare(images, []), extraFields: extraFields ?? {} };
  const changed: Partial<Product> = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== current[field as keyof Product]),
  );
  if (!isDeepStrictEqual(images, current.images.map(toAddress))) changed.images = await prepare(images, current.images);
  // Their order does not count.
  if (extraFields && !isDeepStrictEqual({ ...extraFields }, current.extraFields)) changed.extraFields = extraFields;
  return changed;
}

/** All but the name and the SKU, which are said of every row; of images only how many there are. */
function valuesOf({ name: _name, sku: _sku, images = [], extraFields = {}, ...texts }: Partial<Product>) {
  const free = Object.entries(extraFields).map(([name, value]) => [`extraFields.${name}`, value] as const);
  const all = [...Object.entries(texts), ['images', images.length] as const, ...free];
  return all.flatMap(([field, value]) => {
    const text = asText(value);
    return text === null ? [] : [{ field, value: text }];
  });
}

function changesOf(fields: Partial<Product>, current: Product): RowReport['changes'] {
  return Object.entries(fields).flatMap(([field, after]) => {
    const before = current[field as keyof Product];
    if (field === 'extraFields') return fieldChanges(current.extraFields, after as Record<string, string>);
    return [{ field, before: asText(before), after: asText(after) }];
  });
}

function fieldChanges(before: Record<string, string>, after: Record<string, string>): RowReport['changes'] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  return names.map((name) => ({
    field: `extraFields.${name}`,
    before: asText(old.get(name)),
    after: asText(now.get(name)),
  }));
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return shown(
    Array.isArray(value) ? value.map((image) => toAddress(image as string)).join('\n') : String(value as string),
  );
}

/** The beginning of a text, without what the database could not read again. */
export function shown(text: string, most = SHOWN): string {
  const characters = [...text.slice(0, 2 * most + 2)];
  return (characters.length > most ? `${characters.slice(0, most).join('')}…` : text).replace(
    /\0|\p{Surrogate}/gu,
    '\ufffd',
  );
}
