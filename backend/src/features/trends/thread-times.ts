import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readCursor } from '../../changes/change.dto';
import { OnChange, type ChangeOf } from '../../changes/subscriptions/on-change';
import { runPrepared } from '../../database/prepared-statement';
import { threadTypes } from '../../threads/thread-types';

const FILL = { name: 'fill thread times', text: 'SELECT fill_thread_times($1, $2, $2, $3)' };

/** Keeps `thread_times` as the change log has it, whatever order or how often it is told of a change. */
@Injectable()
export class ThreadTimesWriter {
  constructor(private readonly source: DataSource) {}

  @OnChange(() => threadTypes().flatMap(({ kind }) => [kind, `${kind}-response`]), { name: 'trends' })
  async follow({ subjectKind, subjectId, cursor }: ChangeOf<object>): Promise<void> {
    await runPrepared(this.source, FILL, [subjectKind, subjectId, readCursor(cursor)]);
  }
}
