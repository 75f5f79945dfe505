import { BadRequestException, Param, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { isId, MAX_ID } from '../api/record-reference';

/** The id of a record in a path: a positive 32-bit integer in plain digits, else 400. */
class IdPipe implements PipeTransform<string, number> {
  transform(value: string, { data: name = 'id' }: ArgumentMetadata): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
    if (!isId(id)) {
      const label = name === 'id' ? 'id' : `number of the ${partOf(name)}`;
      throw new BadRequestException(`The ${label} must be a positive whole number`);
    }
    return id;
  }
}

/** What a parameter numbers: `productId` and `delivery` are those of a product and a delivery. */
function partOf(name: string): string {
  return name === 'id' ? 'record' : name.replace(/Id$/, '');
}

/** An id in the path of an operation, checked and documented: `id` for the record's own, or that of a part. */
export function Id(name = 'id'): ParameterDecorator {
  const description = `The number of the ${partOf(name)}.`;
  const schema = { type: 'integer', minimum: 1, maximum: MAX_ID, example: 1 };
  return (target, key, index) => {
    Param(name, IdPipe)(target, key, index);
    const method = key && Object.getOwnPropertyDescriptor(target, key);
    if (method) ApiParam({ name, description, schema })(target, key, method);
  };
}
