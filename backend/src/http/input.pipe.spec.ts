import type { ArgumentMetadata, Type } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import { PlainListQuery } from '../lists/list-query.dto';
import { InputPipe } from './input.pipe';

class OtherQuery extends PlainListQuery {}

const asQuery = (metatype: typeof PlainListQuery): ArgumentMetadata => ({ type: 'query', metatype, data: undefined });

describe('a query that came before', () => {
  it('is not checked again, and cannot be changed by whoever gets it', async () => {
    const pipe = new InputPipe();
    const first = await pipe.transform({ limit: '50' }, asQuery(PlainListQuery));
    expect(first).toEqual({ limit: 50 });
    expect(await pipe.transform({ limit: '50' }, asQuery(PlainListQuery))).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
  });

  it('is another one with another value, or for another operation', async () => {
    const pipe = new InputPipe();
    expect(await pipe.transform({ limit: '50' }, asQuery(PlainListQuery))).toEqual({ limit: 50 });
    expect(await pipe.transform({ limit: '51' }, asQuery(PlainListQuery))).toEqual({ limit: 51 });
    expect(await pipe.transform({ limit: '50' }, asQuery(OtherQuery))).toBeInstanceOf(OtherQuery);
  });

  it('is refused as often as it is wrong', async () => {
    const pipe = new InputPipe();
    const errors = [];
    for (let time = 0; time < 2; time++)
      errors.push(await pipe.transform({ limit: '0' }, asQuery(PlainListQuery)).catch((error: unknown) => error));
    expect(errors[0]).toMatchObject({ status: 400 });
    expect(errors[1]).toMatchObject({ status: 400 });
    expect(errors[1]).not.toBe(errors[0]);
  });

  it('is one of the last hundred of an operation', async () => {
    const pipe = new InputPipe();
    const read = (limit: number): Promise<unknown> => pipe.transform({ limit: String(limit) }, asQuery(PlainListQuery));
    const first = await read(1);
    for (let limit = 2; limit <= 100; limit++) await read(limit);
    expect(await read(1)).toBe(first);
    const newest = await read(101);
    expect(await read(101)).toBe(newest);
    expect(await read(1)).not.toBe(first);
  });
});

describe('a body', () => {
  class Named {
    @IsString({ message: 'Give a name' })
    name: string;
  }
  class Counted extends Named {
    @IsInt({ message: 'Give a number' })
    count: number;
  }
  class Plain extends Named {}
  const read = (metatype: Type<object>, body: object): Promise<unknown> =>
    new InputPipe().transform(body, { type: 'body', metatype, data: undefined }).catch(({ message }: Error) => message);

  it.each([1, 2])('is held against its own rules and those that it inherits, the %ith time', async () => {
    expect(await read(Counted, { name: 'a', count: 1 })).toEqual(Object.assign(new Counted(), { name: 'a', count: 1 }));
    expect(await read(Counted, { name: 1, count: 'b' })).toBe('Give a number. Give a name');
    expect(await read(Plain, { name: 'a', count: 1 })).toBe('count is not a field of this request');
    expect(await read(Plain, { name: 'a' })).toBeInstanceOf(Plain);
  });
});
