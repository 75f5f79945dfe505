import { BadRequestException, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';

const WRITES = 'writes records';
const NAME = 'dryRun';

/** Documents `?dryRun=`, and marks a route as one that knows it. */
export const ApiDryRun: MethodDecorator = (target, key, descriptor) => {
  Reflect.defineMetadata(WRITES, true, descriptor.value as object);
  ApiQuery({
    name: NAME,
    required: false,
    schema: { type: 'string', enum: ['true', 'false'], example: 'true' },
    description:
      'With `true` the answer is what it would be, and nothing is changed: no record, no history, no event, and no `Idempotency-Key` is used up.',
  })(target, key, descriptor);
};

/** Marks dry runs, and refuses `dryRun` on routes that would ignore it. */
@Injectable()
export class DryRunGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'GET' || request.method === 'HEAD' || !request.url.includes('?')) return true;
    const { [NAME]: given, ...query } = request.query;
    // Spelt in another way it would be done.
    const isMeant = given !== undefined || Object.keys(query).some((name) => /dry.?run/i.test(name));
    if (!isMeant) return true;
    if (!Reflect.hasMetadata(WRITES, context.getHandler()))
      throw new BadRequestException('This cannot be tried out by dryRun');
    if (given !== 'true' && given !== 'false') throw new BadRequestException('dryRun must be true or false');
    // The rest is looked at by the operation.
    Object.defineProperty(request, 'query', { value: query });
    Object.assign(request, { isDryRun: given === 'true' });
    return true;
  }
}
