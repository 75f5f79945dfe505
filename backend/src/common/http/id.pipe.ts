import { BadRequestException, Injectable, type PipeTransform } from '@nestjs/common';

/** The id of a record in a path: a positive 32-bit integer in plain digits, else 400. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > 2147483647) throw new BadRequestException('The id must be a positive whole number');
    return id;
  }
}
