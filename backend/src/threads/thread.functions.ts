import { NotFoundException } from '@nestjs/common';
import type { DeepPartial, FindOptionsWhere, Repository } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import { breaks } from '../common/http/database-error';
import type { Thread, ThreadResponse, ThreadStatus } from './thread.entity';

/** The thread with this id; 404 with the given sentence without one. */
export async function readThread<T extends Thread>(threads: Repository<T>, id: number, notFound: string): Promise<T> {
  const thread = await threads.findOneBy({ id } as FindOptionsWhere<T>);
  if (!thread) throw new NotFoundException(notFound);
  return thread;
}

/** Sets the status; any may follow any. */
export async function changeThreadStatus<T extends Thread>(threads: Repository<T>, change: { id: number; status: ThreadStatus; notFound: string }): Promise<T> {
  await threads.update({ id: change.id } as FindOptionsWhere<T>, { status: change.status } as unknown as QueryDeepPartialEntity<T>);
  return readThread(threads, change.id, change.notFound);
}

/** Stores an answer; 404 where its thread is not there, or goes at this very moment. `parent` is the foreign key's name. */
export async function addResponse<R extends ThreadResponse>(responses: Repository<R>, row: DeepPartial<R>, missing: { parent: string; notFound: string }): Promise<R> {
  try {
    return await responses.save(responses.create(row));
  } catch (error) {
    throw breaks(error, missing.parent) ? new NotFoundException(missing.notFound) : error;
  }
}
