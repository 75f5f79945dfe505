import { BadRequestException, type PipeTransform } from '@nestjs/common';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A UUID in a path, in lower case, else 400; `what` starts the sentence. */
export class UuidPipe implements PipeTransform<string, string> {
  constructor(private readonly what: string) {}

  transform(value: string): string {
    if (!UUID.test(value)) throw new BadRequestException(`${this.what} must be a UUID`);
    return value.toLowerCase();
  }
}
