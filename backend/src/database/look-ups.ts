import type { DataSource } from 'typeorm';
import type { Env } from '../config/env';
import { isObserved } from '../tracing/observed-client';
import { prepared, type Statement } from './prepared';
import { Together } from './together';

interface Asked<Row> {
  key: string;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Looks single rows up that every request needs one of, those that are asked for at once in one statement, which is never one
 * that was sent before somebody asked. The statement takes a list of keys and answers each row with its `key`.
 */
export class LookUps<Row extends { key: string }> {
  private readonly together = new Together<Asked<Row>>((those) => this.look(those));

  constructor(
    private readonly source: DataSource,
    private readonly statement: Statement,
    private readonly env: Env,
  ) {}

  /** Several who ask for the same key get the same row. */
  find(key: string): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      const asked = { key, resolve, reject };
      // A statement of several requests could be no one's in a trace or a comment.
      if (isObserved(this.env)) void this.look([asked]);
      else this.together.add(asked);
    });
  }

  private async look(those: Asked<Row>[]): Promise<void> {
    try {
      const rows = await prepared<Row>(this.source, this.statement, [those.map(({ key }) => key)]);
      const found = new Map(rows.map((row) => [row.key, row]));
      for (const { key, resolve } of those) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of those) reject(error);
    }
  }
}
