import { BadRequestException, Injectable, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

const MAX_ID = 2147483647;

/** The id of a record in a path: a positive 32-bit integer in plain digits, else 400. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > MAX_ID) throw new BadRequestException('The id must be a positive whole number');
    return id;
  }
}

/** Documents the `id` in the path of an operation. */
export function ApiId(description: string): MethodDecorator {
  return ApiParam({ name: 'id', description, schema: { type: 'integer', minimum: 1, maximum: MAX_ID, example: 1 } });
}
