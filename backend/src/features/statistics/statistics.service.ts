import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runPrepared } from '../../database/prepared-statement';
import { recordTypes } from '../../records/record-type';
import type { StatisticsDto } from '../../records/statistics.dto';

const COUNTS = {
  name: 'counts',
  text: 'SELECT table_name AS "table", sum(records)::integer AS records FROM counters GROUP BY table_name',
};

/** How many records of each kind there are, as the database keeps count of them. */
@Injectable()
export class StatisticsService {
  constructor(private readonly source: DataSource) {}

  /** The counts, right after every change and whatever the size. */
  async read(): Promise<StatisticsDto> {
    const rows = await runPrepared<{ table: string; records: number }>(this.source, COUNTS, []);
    const of = (table: string): number => rows.find((row) => row.table === table)?.records ?? 0;
    return Object.fromEntries(recordTypes().map(({ table, count }) => [count.name, of(table)]));
  }
}
