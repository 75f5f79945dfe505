import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { orNotFound } from '../../api/operation';
import { Env } from '../../config/env';
import type { ReadRows } from '../../lists/page';
import { changedRecord } from '../../records/idempotency';
import { RecordWriter } from '../../records/record-writer';
import type { RequestContext } from '../../records/request-context';
import { Thread } from '../../threads/thread.entity';
import { threadTypes, type ThreadType } from '../../threads/thread-types';
import { countQueue } from './count-queue';
import { filteredKinds, type QueueFilters } from './queue-filters';
import type { QueueCountsDto, QueueQuery, QueueSettingsDto } from './queue.dto';
import { readItem, readQueue, type QueueRow } from './read-queue';
import { responseTargets } from './response-targets';
import { lockNext } from './take-next';

const notFound = 'There is no such record';

/** Threads of all kinds in one order, and who works on which. */
@Injectable()
export class QueueService {
  constructor(
    private readonly source: DataSource,
    private readonly writer: RecordWriter,
    private readonly env: Env,
  ) {}

  list(
    { sort = 'waiting', cursor: _cursor, limit: _limit, ...filters }: QueueQuery,
    userId: number,
  ): ReadRows<QueueRow> {
    const { kinds, conditions } = filteredKinds(filters, userId);
    return readQueue(this.source, kinds, { sort, conditions });
  }

  count(filters: QueueFilters, userId: number): Promise<QueueCountsDto> {
    return countQueue(this.source, filters, userId);
  }

  async read(kind: ThreadType, id: number): Promise<QueueRow> {
    return orNotFound(await readItem(this.source.manager, kind, id), notFound);
  }

  /**
   * Assigns the user the thread that nobody has and whose customer waits longest; null where there is none. A repeat takes
   * nothing else: it gets the same thread as it is by then, null where that is gone.
   */
  takeNext(filters: QueueFilters, context: RequestContext): Promise<QueueRow | null> {
    const { kinds, conditions } = filteredKinds(filters, context.userId);
    return this.writer.idempotent(
      context,
      async (manager) => {
        const next = await lockNext(manager, kinds, conditions);
        if (!next) return null;
        const { kind, id } = next;
        const change = { id, notFound, fields: { assigneeId: context.userId } };
        await this.writer.changeIn<Thread>(manager, this.entityOf(kind), change, { ...context, ifMatch: undefined });
        return readItem(manager, kind, id);
      },
      async (manager, changeSet) => {
        const taken = await changedRecord(manager, changeSet);
        const kind = threadTypes().find((one) => one.kind === taken?.kind);
        return taken && kind ? readItem(manager, kind, taken.id) : null;
      },
    );
  }

  settings(): QueueSettingsDto {
    return {
      targets: responseTargets(
        this.env.RESPONSE_TARGET_HOURS,
        threadTypes().map(({ kind }) => kind),
      ),
    };
  }

  private entityOf({ table }: ThreadType): string {
    return this.source.entityMetadatas.find(({ tableName }) => tableName === table)?.name ?? table;
  }
}
