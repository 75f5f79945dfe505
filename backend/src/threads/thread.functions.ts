import { NotFoundException } from '@nestjs/common';
import type { EntityTarget, Repository } from 'typeorm';
import type { RequestContext } from '../records/request-context';
import type { RecordWriter } from '../records/record-writer';
import { violatesConstraint } from '../http/database-error';
import { findById } from '../database/prepared-statement';
import type { Thread, ThreadResponse } from './thread.entity';

/** The thread with this id; 404 with the given sentence without one. */
export async function readThread<T extends Thread>(threads: Repository<T>, id: number, notFound: string): Promise<T> {
  const thread = await findById(threads, id);
  if (!thread) throw new NotFoundException(notFound);
  return thread;
}

/** Stores an answer; 404 where its thread is not there, or goes at this very moment. `parent` is the foreign key's name. */
export async function addResponse<R extends ThreadResponse>(
  writer: RecordWriter,
  responses: EntityTarget<R>,
  { context, row, parent, notFound }: { context: RequestContext; row: Partial<R>; parent: string; notFound: string },
): Promise<R> {
  try {
    return await writer.create(responses, row, context);
  } catch (error) {
    throw violatesConstraint(error, parent) ? new NotFoundException(notFound) : error;
  }
}
