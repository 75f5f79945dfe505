import type { Type } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import { InputPipe } from './input.pipe';

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

  it('is held against its own rules and those that it inherits', async () => {
    expect(await read(Counted, { name: 'a', count: 1 })).toEqual(Object.assign(new Counted(), { name: 'a', count: 1 }));
    expect(await read(Counted, { name: 1, count: 'b' })).toBe('Give a number. Give a name');
    expect(await read(Plain, { name: 'a', count: 1 })).toBe('count is not a field of this request');
    expect(await read(Plain, { name: 'a' })).toBeInstanceOf(Plain);
  });
});
