import { NotFoundException } from '@nestjs/common';
import type { EntityManager, EntityTarget, Repository } from 'typeorm';
import { lockRecord, type IfMatchVersions } from '../changes/versions';
import type { Writer } from '../changes/writer';
import type { Writes } from '../changes/writes';
import { breaks } from '../common/http/database-error';
import { findById } from '../database/prepared';
import type { Thread, ThreadResponse, ThreadStatus } from './thread.entity';

/** The thread with this id; 404 with the given sentence without one. */
export async function readThread<T extends Thread>(threads: Repository<T>, id: number, notFound: string): Promise<T> {
  const thread = await findById(threads, id);
  if (!thread) throw new NotFoundException(notFound);
  return thread;
}

/** Sets the status; any may follow any. */
export async function changeThreadStatus<T extends Thread>(
  manager: EntityManager,
  threads: EntityTarget<T>,
  { status, ...which }: { id: number; status: ThreadStatus; ifMatch: IfMatchVersions; notFound: string },
): Promise<T> {
  const thread = await lockRecord(manager, threads, which);
  return manager.save(Object.assign(thread, { status }));
}

/** Stores an answer; 404 where its thread is not there, or goes at this very moment. `parent` is the foreign key's name. */
export async function addResponse<R extends ThreadResponse>(writes: Writes, responses: EntityTarget<R>, { by, row, parent, notFound }: { by: Writer; row: Partial<R>; parent: string; notFound: string }): Promise<R> {
  try {
    return await writes.create(responses, row, by);
  } catch (error) {
    throw breaks(error, parent) ? new NotFoundException(notFound) : error;
  }
}
