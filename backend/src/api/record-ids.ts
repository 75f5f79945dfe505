import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Check } from './fields';
import { TextProperty } from './properties';

const MAX_IDS = 200;
const IDS = /^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/;

/** Numbers of up to 200 records in a query, such as those of the rows that a screen shows. */
export function RecordIds(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' && IDS.test(value) ? [...new Set(value.split(',').map(Number))] : value,
    ),
    Check('ids', (value) =>
      Array.isArray(value) && typeof value[0] === 'number' && value.length <= MAX_IDS
        ? null
        : `ids must be 1 to ${MAX_IDS} numbers of records, with commas between them`,
    ),
    TextProperty(`Numbers of records, with commas between them; at most ${MAX_IDS}.`, '1,2', {
      pattern: IDS.source,
      maxLength: MAX_IDS * 10,
    }),
  );
}
