import { applyDecorators, BadRequestException, NotFoundException, PreconditionFailedException } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Request } from 'express';
import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import { ErrorDto, errorExample } from '../api/error.dto';

/** The versions that a change may start from; undefined for any. */
export type IfMatchVersions = number[] | undefined;

const ENTITY_TAGS = /(?:W\/)?"[^"]*"/g;
const NO_TAG = 'If-Match must be the ETag of the record with its quotes, such as "3"';

/**
 * What the header `If-Match` names: a tag that is not one of ours matches nothing, and what is no tag is 400. A compressing
 * proxy makes tags weak.
 */
export function ifMatchOf(request: Request): IfMatchVersions {
  const header = request.get('If-Match')?.trim();
  if (header === undefined || header === '*') return undefined;
  const rest = header.replace(ENTITY_TAGS, '');
  if (rest === header || /[^\s,]/.test(rest)) throw new BadRequestException(NO_TAG);
  return header
    .split(',')
    .flatMap((tag) => /^\s*(?:W\/)?"([1-9]\d{0,9})"\s*$/.exec(tag)?.[1] ?? [])
    .map(Number);
}

const CHANGED_SINCE = 'Somebody changed it after you read it';

/** Documents `If-Match` and the answer to a stale one. */
export function ApiIfMatch(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'The `ETag` of the record that the change starts from: it is made only if nobody has changed the record since. Such as `"3"`, with the quotes: without them it is 400.',
      schema: { type: 'string', example: '"3"' },
    }),
    ApiResponse({
      status: 412,
      description: 'Somebody changed it after you read it. `current` is the record as it is now, `ETag` its version.',
      type: ErrorDto,
      example: errorExample(412, CHANGED_SINCE),
    }),
  );
}

/** The change started from a version that is no longer the current one. */
export class VersionMismatch<T> extends Error {
  constructor(readonly current: T) {
    super(CHANGED_SINCE);
  }
}

/** Reads a record for a change that nobody else can make at the same time; 404 without it, `VersionMismatch` where `ifMatch` does not fit. */
export async function lockRecord<T extends { id: number; version: number }>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  { id, ifMatch, notFound }: { id: number; ifMatch: IfMatchVersions; notFound: string },
): Promise<T> {
  const record = await manager.findOne(entity, {
    where: { id } as FindOptionsWhere<T>,
    lock: { mode: 'pessimistic_write' },
  });
  if (!record) throw new NotFoundException(notFound);
  if (ifMatch && !ifMatch.includes(record.version)) throw new VersionMismatch(record);
  return record;
}

/** Answers 412 with the record as it is now where a change was stale: `change().catch(mapVersionMismatch((current) => dto))`. */
export function mapVersionMismatch<T>(
  serialize: (current: T) => object | null | Promise<object | null>,
): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof VersionMismatch)) throw error;
    const current = await serialize(error.current as T);
    throw current
      ? new PreconditionFailedException({ message: error.message, current })
      : new NotFoundException('It is gone');
  };
}
