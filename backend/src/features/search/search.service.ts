import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { HitDto, Kind, SearchAnswerDto } from './search.dto';

const TABLES: Record<Kind, { table: string; title: string }> = {
  product: { table: 'products', title: 'name' },
  question: { table: 'customer_questions', title: 'title' },
  problem: { table: 'problems', title: 'title' },
  update: { table: 'updates', title: 'title' },
};

/** Finds records of all kinds. */
@Injectable()
export class SearchService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async search(q: string, limit: number): Promise<SearchAnswerDto> {
    if (q.trim() === '') return { groups: [] };
    const groups = await Promise.all(Object.entries(TABLES).map(async ([kind, { table, title }]) => ({ kind: kind as Kind, hits: await this.hits(table, title, q.trim(), limit) })));
    return { groups: groups.filter(({ hits }) => hits.length > 0) };
  }

  private async hits(table: string, title: string, q: string, limit: number): Promise<HitDto[]> {
    const rows = await this.database.query<{ id: number; title: string }[]>(`SELECT id, ${title} AS title FROM ${table} WHERE search_text LIKE like_pattern($1) ORDER BY id DESC LIMIT $2`, [q, limit]);
    return rows.map(({ id, title: text }) => ({ id, title: [{ text, match: false }], fragment: [], exact: false }));
  }
}
