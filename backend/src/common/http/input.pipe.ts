import { BadRequestException, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';

/** Fields that only the server sets; a client may send them back with a record that it has read. */
const SERVER_FIELDS = ['id', 'createdAt', 'createdById'];

/** Validates bodies and queries by their DTO; a broken rule answers 400 with one message a field. */
export class InputPipe extends ValidationPipe {
  constructor() {
    super({
      whitelist: true,
      forbidNonWhitelisted: true,
      transform: true,
      stopAtFirstError: true,
      exceptionFactory: (errors) => badRequest(errors),
    });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') return super.transform(value, metadata);
    if (typeof (value ?? {}) !== 'object' || Array.isArray(value)) throw new BadRequestException('The body must be a JSON object');
    return super.transform(withoutServerFields((value ?? {}) as object), metadata);
  }

  /** Left out: it would drop names such as `__proto__` from extra fields, where they are plain data. */
  protected override stripProtoKeys(): void {}
}

function withoutServerFields(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !SERVER_FIELDS.includes(field)));
}

function badRequest(validation: ValidationError[]): BadRequestException {
  const errors = validation.map(({ property, constraints }) => ({ field: property, message: messageOf(property, constraints) }));
  return new BadRequestException({ message: errors.map(({ message }) => message).join('. '), errors });
}

function messageOf(field: string, constraints: ValidationError['constraints'] = {}): string {
  if ('whitelistValidation' in constraints) return `${field} is not a field of this request`;
  return Object.values(constraints)[0] ?? `${field} is not valid`;
}
