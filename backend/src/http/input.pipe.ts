import { BadRequestException, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { instanceToPlain, plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate, validateSync, type ValidationError } from 'class-validator';

/** Fields that only the server sets; a client may send them back with a record that it has read. */
const SERVER_FIELDS = ['id', 'createdAt', 'createdById'];

/** Queries of an operation that are kept, and how long one may be as JSON. */
const MOST_KNOWN = 100;
const LONGEST_KNOWN = 100;

const RULES = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false, stopAtFirstError: true };

rememberRules();

/** Validates bodies and queries by their DTO; a broken rule answers 400 with one message a field. */
export class InputPipe extends ValidationPipe {
  private readonly queries = new Map<unknown, Map<string, Promise<unknown>>>();

  constructor() {
    super({
      ...RULES,
      transform: true,
      transformerPackage: { plainToInstance: toInstance, classToPlain: instanceToPlain },
      exceptionFactory: (errors) => badRequest(errors),
    });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Parameters of a path have pipes of their own; here `1e3` would become 1000 before they see it.
    if (metadata.type === 'param') return Promise.resolve(value);
    if (metadata.type === 'query' && metadata.data === undefined) return this.query(value as object, metadata);
    if (metadata.type !== 'body') return super.transform(value, metadata);
    if (typeof (value ?? {}) !== 'object' || Array.isArray(value))
      throw new BadRequestException('The body must be a JSON object');
    const body = withoutServerFields((value ?? {}) as object);
    // Names that every object has would pass for known ones.
    const inherited = Object.keys(body).find((field) => field in Object.prototype);
    if (inherited !== undefined) throw new BadRequestException(`${inherited} is not a field of this request`);
    return metadata.metatype && this.toValidate(metadata)
      ? checked(metadata.metatype, body)
      : super.transform(body, metadata);
  }

  /** Most requests come without a query, or with one that came before: what that means for an operation is found out once. */
  private query(value: object, metadata: ArgumentMetadata): Promise<unknown> {
    const key = metadata.metatype ?? Object;
    const known = this.queries.get(key) ?? new Map<string, Promise<unknown>>();
    this.queries.set(key, known);
    const text = JSON.stringify(value);
    const hit = known.get(text);
    if (hit) return hit;
    const found = super.transform(value, metadata).then((query: unknown) => Object.freeze(query));
    if (text.length > LONGEST_KNOWN) return found;
    // The oldest makes room.
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
    known.set(text, found);
    // What is refused is refused anew each time.
    found.catch(() => known.delete(text));
    return found;
  }

  /** Left out: it would drop names such as `__proto__` from extra fields, where they are plain data. */
  protected override stripProtoKeys(): void {}
}

/** Holds what did not come as a body against the rules of one: the DTO, or the sentence that says what is wrong. */
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

/** The DTO of a body. What Nest's pipe does besides is for what JSON cannot hold. */
async function checked(type: Type<object>, body: object): Promise<object> {
  const value = toInstance(type, body);
  const errors = await validate(value, RULES);
  if (errors.length > 0) throw badRequest(errors);
  return value;
}

/** For each DTO class-validator would look through the rules of all classes for those that it inherits. They are the same every time. */
function rememberRules(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const known = new Map<unknown, ReturnType<typeof find>>();
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups) return find(type, schema, always, strictGroups, groups);
    const rules = known.get(type) ?? find(type, schema, always, strictGroups, groups);
    known.set(type, rules);
    return rules;
  };
}

/**
 * Makes the DTO of a flat request. Objects and lists inside it are handed over as they are:
 * class-transformer would copy them, lose names such as `__proto__` and fail at `constructor`.
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
