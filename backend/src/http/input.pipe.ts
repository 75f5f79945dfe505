import { BadRequestException, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { instanceToPlain, plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

/** Fields that only the server sets; a client can send them back with a record. */
const SERVER_FIELDS = [
  ...['id', 'createdAt', 'createdById', 'changedAt', 'changedById'],
  ...['tagIds', 'waitingSince', 'responseCount'],
];

const RULES = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false, stopAtFirstError: true };

/** Validates bodies and queries by their DTO; a broken rule is 400 with one message per field. */
export class InputPipe extends ValidationPipe {
  constructor() {
    super({
      ...RULES,
      transform: true,
      transformerPackage: { plainToInstance: toInstance, classToPlain: instanceToPlain },
      exceptionFactory: (errors) => badRequest(errors),
    });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Path parameters have pipes of their own; this one would turn `1e3` into 1000 first.
    if (metadata.type === 'param') return Promise.resolve(value);
    if (metadata.type !== 'body') return super.transform(value, metadata);
    if (typeof (value ?? {}) !== 'object' || Array.isArray(value))
      throw new BadRequestException('The body must be a JSON object');
    const body = withoutServerFields((value ?? {}) as object);
    // Names that every object has would count as known fields.
    const inherited = Object.keys(body).find((field) => field in Object.prototype);
    if (inherited !== undefined) throw new BadRequestException(`${inherited} is not a field of this request`);
    return super.transform(body, metadata);
  }

  /** Does nothing: Nest's would drop names such as `__proto__` from extra fields, where they are plain data. */
  protected override stripProtoKeys(): void {}
}

/** Validates a row of a file, say, by the rules of a body. Returns the DTO, or the sentence that says what is wrong. */
export function checkInput<T extends object>(
  type: Type<T>,
  plain: object,
): { value: T; problem?: undefined } | { value?: undefined; problem: string } {
  const value = toInstance(type, plain);
  const errors = validateSync(value, RULES);
  return errors.length === 0
    ? { value }
    : { problem: errors.map(({ property, constraints }) => messageOf(property, constraints)).join('. ') };
}

/**
 * Makes the DTO of a flat request. Objects and lists in it stay as they are: class-transformer would lose names such as
 * `__proto__` and fail at `constructor`.
 */
function toInstance<T>(type: Type<T>, plain: unknown): T {
  const fields = Object.entries(plain as object);
  const instance = plainToInstance(type, Object.fromEntries(fields.filter(([, value]) => !isNested(value))));
  for (const [field, value] of fields)
    if (isNested(value))
      Object.defineProperty(instance, field, { value, enumerable: true, writable: true, configurable: true });
  return instance;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function withoutServerFields(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !SERVER_FIELDS.includes(field)));
}

function badRequest(validation: ValidationError[]): BadRequestException {
  const errors = validation.map(({ property, constraints }) => ({
    field: property,
    message: messageOf(property, constraints),
  }));
  return new BadRequestException({ message: errors.map(({ message }) => message).join('. '), errors });
}

function messageOf(field: string, constraints: ValidationError['constraints'] = {}): string {
  if ('whitelistValidation' in constraints) return `${field} is not a field of this request`;
  return Object.values(constraints)[0] ?? `${field} is not valid`;
}
