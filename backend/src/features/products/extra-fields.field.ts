import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Check } from '../../api/fields';
import { ANY_TEXT, charactersOf, malformed } from '../../api/text';
import { productFieldProblem } from '../../records/product-field';

export const MAX_FIELDS = 100;
const MAX_NAME = 100;
export const MAX_VALUE = 5000;
/** Of all names and values together. */
export const MAX_FIELDS_BYTES = 65_536;

/** The free key/value fields of a product; a field with an empty value is not kept. */
export function ExtraFields(): PropertyDecorator {
  return applyDecorators(
    Check('extraFields', (value) => extraFieldsProblem(value)),
    ApiPropertyOptional({
      type: 'object',
      nullable: true,
      maxProperties: MAX_FIELDS,
      additionalProperties: { type: 'string', maxLength: MAX_VALUE, pattern: ANY_TEXT },
      description: `Free fields by name: at most ${MAX_FIELDS}, names of at most ${MAX_NAME} and values of at most ${MAX_VALUE} characters, in all at most 64 KiB in UTF-8. Empty values are not kept. Some may have a type: GET /api/products/extra-fields.`,
      example: { Axle: 'front', Diameter: '280 mm' },
    }),
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that are kept: those with a value. */
export function withoutEmpty(fields: Record<string, string>): Record<string, string> {
  const kept = Object.entries(fields).filter(([, text]) => text !== '');
  return Object.defineProperties(new Fields(), Object.getOwnPropertyDescriptors(Object.fromEntries(kept)));
}

/** Stored as it is: of a plain object TypeORM makes a copy, without a field named `__proto__`. */
class Fields implements Record<string, string> {
  [name: string]: string;
}

function extraFieldsProblem(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (!isMap(value)) return 'Extra fields must be a map of names to texts';
  const fields = Object.entries(value);
  if (fields.length > MAX_FIELDS) return `At most ${MAX_FIELDS} extra fields can be kept`;
  for (const [name, text] of fields) {
    const problem = nameProblem(name) ?? valueProblem(name, text);
    if (problem) return problem;
  }
  const bytes = Buffer.byteLength(fields.flat().join(''));
  return bytes > MAX_FIELDS_BYTES ? `The extra fields must be at most ${MAX_FIELDS_BYTES} bytes in all` : null;
}

function nameProblem(name: string): string | null {
  if (!name.trim()) return 'Every extra field needs a name';
  if (charactersOf(name) > MAX_NAME) return `The name of an extra field must be at most ${MAX_NAME} characters`;
  const problem = malformed(name);
  return problem && `The name of an extra field ${problem}`;
}

function valueProblem(name: string, text: unknown): string | null {
  if (typeof text !== 'string') return `The extra field ${name} must be text`;
  if (charactersOf(text) > MAX_VALUE) return `The extra field ${name} must be at most ${MAX_VALUE} characters`;
  const problem = malformed(text);
  return problem ? `The extra field ${name} ${problem}` : productFieldProblem(name, text);
}
