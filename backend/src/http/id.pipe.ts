import { BadRequestException, Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

const MAX_ID = 2147483647;

/** The id of a record in a path: a positive 32-bit integer in plain digits, else 400. */
class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > MAX_ID) throw new BadRequestException('The id must be a positive whole number');
    return id;
  }
}

/** An id in the path of an operation, checked and documented: `id` for the record's own, or that of a part. */
export function Id(name = 'id'): ParameterDecorator {
  const description = `The number of the ${name === 'id' ? 'record' : name}.`;
  const schema = { type: 'integer', minimum: 1, maximum: MAX_ID, example: 1 };
  return (target, key, index) => {
    Param(name, IdPipe)(target, key, index);
    const method = key && Object.getOwnPropertyDescriptor(target, key);
    if (method) ApiParam({ name, description, schema })(target, key, method);
  };
}
