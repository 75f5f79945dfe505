/** What the value of an extra field can be. */
export const FIELD_TYPES = ['text', 'number', 'date', 'choice'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** An extra field of products that has a type. */
export interface ProductFieldOptions {
  /** Its name, as people write it. */
  key: string;
  type: FieldType;
  /** Of a `choice`: what can be chosen. */
  choices?: string[];
  /** What it is counted in, such as `kg`; it is no part of the value. */
  unit?: string;
  /** A sentence below the field. */
  help?: string;
}

/** The same with its rule: what its values look like, and what to say of others. */
export interface ProductField extends ProductFieldOptions {
  pattern?: string;
  message?: string;
}

const fields = new Map<string, ProductField>();

/** Says, on the class of a module, that an extra field of products has a type. Other fields stay free, and values stay texts. */
export function ProductField(options: ProductFieldOptions): ClassDecorator {
  return () => {
    if (fields.has(options.key)) throw new Error(`Two modules have a product field that is called ${options.key}`);
    fields.set(options.key, { ...options, ...ruleOf(options) });
  };
}

/** All of them, in the order in which `modules.ts` imports their modules. */
export function productFields(): ProductField[] {
  return [...fields.values()];
}

/** What is wrong with the value of an extra field by its type, or null. An empty one is not kept. */
export function productFieldProblem(key: string, value: string): string | null {
  const field = fields.get(key);
  if (!field || value === '' || fits(field, value)) return null;
  return field.message ?? null;
}

function ruleOf({ key, type, choices = [] }: ProductFieldOptions): Pick<ProductField, 'pattern' | 'message'> {
  if (type === 'number') return { pattern: '^-?[0-9]{1,15}([.][0-9]{1,15})?$', message: `${key} must be a number` };
  if (type === 'date')
    return { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', message: `${key} must be a date such as 2026-11-21` };
  return type === 'choice' ? { message: `${key} must be one of ${choices.join(', ')}` } : {};
}

function fits({ type, choices = [], pattern = '' }: ProductField, value: string): boolean {
  if (type === 'choice') return choices.includes(value);
  return new RegExp(pattern).test(value) && (type !== 'date' || isDay(value));
}

function isDay(value: string): boolean {
  const time = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}
