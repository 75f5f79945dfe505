import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { IntegerProperty, TimeProperty } from './properties';
import { isId, MAX_ID } from './record-reference';
import { ANY_TEXT, charactersOf, malformed, NOT_BLANK } from './text';

/** What a field says of itself; the validation, the OpenAPI schema and the messages are all made from it. */
export interface FieldOptions {
  /** The field as a person calls it; messages start with it. */
  label: string;
  description: string;
  example: unknown;
  /** The most characters. */
  max: number;
  /** Replaces "<label> is required". */
  requiredMessage?: string;
}

/** A time of the years that the database keeps, with its zone. */
const ISO_TIME = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** The time that a text says, or else what was given. A day that its month lacks is none, which `Date` would take for one of the next. */
export function readTime(value: unknown): unknown {
  if (typeof value !== 'string' || !ISO_TIME.test(value)) return value;
  const [time, day] = [new Date(value), new Date(`${value.slice(0, 10)}T00:00:00Z`)];
  const isThere = !Number.isNaN(time.getTime()) && day.getUTCDate() === Number(value.slice(8, 10));
  return isThere && time.getUTCFullYear() >= 1000 && time.getUTCFullYear() <= 9999 ? time : value;
}

/** Messages by JSON schema keyword, published with the schema so that forms show the server's own words. */
export type Messages = Partial<
  Record<'required' | 'minLength' | 'maxLength' | 'pattern' | 'format' | 'minItems' | 'maxItems', string>
>;

/** A validator with one message, chosen by what is wrong; `check` answers null for a good value. */
export function Check(name: string, check: (value: unknown, object: object) => string | null): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value, context) => check(value, context?.object ?? {}) === null,
      defaultMessage: (context) => check(context?.value, context?.object ?? {}) ?? '',
    },
  });
}

/** `x-messages` for `ApiProperty`, which passes unknown keys into the schema. */
export function withMessages(messages: Messages): { 'x-messages': Messages } {
  return { 'x-messages': messages };
}

const trim = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? value.trim() : value);

function textProblem(value: unknown, options: FieldOptions, messages: Messages): string | null {
  if (value === undefined || value === null || value === '') return messages.required ?? null;
  if (typeof value !== 'string') return `${options.label} must be text`;
  if (charactersOf(value) > options.max) return messages.maxLength ?? null;
  const problem = malformed(value);
  return problem && `${options.label} ${problem}`;
}

/** Text that must be there: trimmed, not blank, at most `max` characters. */
export function RequiredText(options: FieldOptions): PropertyDecorator {
  const required = options.requiredMessage ?? `${options.label} is required`;
  const messages = {
    required,
    minLength: required,
    maxLength: `${options.label} must be at most ${options.max} characters`,
  };
  return applyDecorators(
    Transform(trim),
    Check('requiredText', (value) => textProblem(value, options, messages)),
    ApiProperty({
      type: String,
      description: options.description,
      example: options.example as string,
      minLength: 1,
      maxLength: options.max,
      pattern: NOT_BLANK,
      ...withMessages(messages),
    }),
  );
}

/** Text that a change may leave out but not empty. */
export function ChangedText(options: FieldOptions): PropertyDecorator {
  return applyDecorators(OptionalIfAbsent(), RequiredText(options), ApiProperty({ required: false }));
}

/** One of a few words. Left out, where it may be, it stays as it is or gets its default. */
export function OneOf(options: {
  label: string;
  values: readonly string[];
  description: string;
  example: string;
  required: boolean;
}): PropertyDecorator {
  const message = `${options.label} must be one of ${options.values.join(', ')}`;
  return applyDecorators(
    ...(options.required ? [] : [OptionalIfAbsent()]),
    Check('oneOf', (value) => (options.values.includes(value as string) ? null : message)),
    ApiProperty({
      enum: options.values as string[],
      required: options.required,
      description: options.description,
      example: options.example,
      ...withMessages({ required: message }),
    }),
  );
}

/** Unlike `IsOptional`, null is not absent. */
export function OptionalIfAbsent(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** Text that may be absent: trimmed; blank and null both mean none, absent leaves what is stored. */
export function OptionalText(options: FieldOptions): PropertyDecorator {
  const messages = { maxLength: `${options.label} must be at most ${options.max} characters` };
  return applyDecorators(
    Transform(
      ({ value }) => trim({ value }) || (value === undefined ? undefined : typeof value === 'string' ? null : value),
    ),
    IsOptional(),
    Check('optionalText', (value) => textProblem(value, options, messages)),
    ApiProperty({
      type: String,
      required: false,
      nullable: true,
      description: options.description,
      example: options.example as string,
      maxLength: options.max,
      pattern: ANY_TEXT,
      ...withMessages(messages),
    }),
  );
}

/** A text in a query; it may be left out unless it is `required`. */
export function QueryText(
  name: string,
  { max, required = false, ...options }: { max: number; description: string; example: string; required?: boolean },
): PropertyDecorator {
  const problem = (value: unknown): string | null => {
    if (typeof value !== 'string') return `${name} must be one text`;
    if (charactersOf(value) > max) return `${name} must be at most ${max} characters`;
    const wrong = malformed(value);
    return wrong && `${name} ${wrong}`;
  };
  return applyDecorators(
    ...(required ? [] : [OptionalIfAbsent()]),
    Check('queryText', problem),
    ApiProperty({ type: String, required, maxLength: max, pattern: ANY_TEXT, ...options }),
  );
}

/** A whole number in a query, in plain digits; it may be left out. */
export function WholeNumber(
  name: string,
  options: { min: number; max: number; description: string; example: number },
): PropertyDecorator {
  const message = `${name} must be a whole number from ${options.min} to ${options.max}`;
  return applyDecorators(
    IntegerProperty(options.description, options.example, {
      required: false,
      minimum: options.min,
      maximum: options.max,
    }),
    IsOptional(),
    Transform(({ value }) => (typeof value === 'string' && /^(0|[1-9]\d{0,8})$/.test(value) ? Number(value) : value)),
    IsInt({ message }),
    Min(options.min, { message }),
    Max(options.max, { message }),
  );
}

/** The number of a user, or null for none; absent leaves what is stored. */
export function OptionalUserId(
  options: Pick<FieldOptions, 'label' | 'description'> & { example: number | null },
): PropertyDecorator {
  const message = `${options.label} must be the number of a colleague`;
  const isGood = (value: unknown): boolean => value === null || isId(value);
  return applyDecorators(
    OptionalIfAbsent(),
    Check('userId', (value) => (isGood(value) ? null : message)),
    IntegerProperty(options.description, options.example, {
      required: false,
      nullable: true,
      minimum: 1,
      maximum: MAX_ID,
    }),
  );
}

/** A point in time in ISO 8601, or null for none; absent leaves what is stored. The property gets a `Date`. */
export function OptionalTime(
  options: Pick<FieldOptions, 'label' | 'description'> & { example: string },
): PropertyDecorator {
  const message = `${options.label} must be a time such as ${options.example}`;
  return applyDecorators(
    Transform(({ value }) => readTime(value)),
    OptionalIfAbsent(),
    Check('time', (value) => (value === null || value instanceof Date ? null : message)),
    TimeProperty(options.description, { required: false, nullable: true, example: options.example }),
  );
}
