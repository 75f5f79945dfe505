import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readCursor } from '../../changes/change.dto';
import { OnChanges, type ChangeOf } from '../../changes/subscriptions/on-change';
import { runPrepared } from '../../database/prepared-statement';
import { threadTypes } from '../../threads/thread-types';

const FILL = {
  name: 'fill times of threads',
  text: `
    SELECT fill_times_of(kind, array_agg(id), $3)
    FROM unnest($1::text[], $2::integer[]) AS changed (kind, id) GROUP BY kind ORDER BY kind`,
};

/** Keeps `thread_times` as the change log has it, whatever order or how often it is told of changes. */
@Injectable()
export class ThreadTimesWriter {
  constructor(private readonly source: DataSource) {}

  @OnChanges(() => threadTypes().flatMap(({ kind }) => [kind, `${kind}-response`]), { name: 'trends' })
  async follow(changes: ChangeOf<object>[]): Promise<void> {
    const kinds = changes.map(({ subjectKind }) => subjectKind);
    const ids = changes.map(({ subjectId }) => subjectId);
    // As they are at the last change, for which all before it are committed.
    await runPrepared(this.source, FILL, [kinds, ids, readCursor(changes.at(-1)?.cursor)]);
  }
}
