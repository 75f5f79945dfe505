import type { DataSource } from 'typeorm';
import type { Env } from '../config/env';
import { isObserved } from '../platform/tracing/observed-client';
import { runPrepared, type Statement } from './prepared-statement';
import { Together } from './together';

interface Asked<Row> {
  key: string;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Looks single rows up that every request needs one of, those that are asked for at once in one statement, which is never one
 * that was sent before somebody asked. The statement has `= ANY($1)` for a list of keys, and answers each row with its `key`.
 */
export class LookUps<Row extends { key: string }> {
  private readonly together = new Together<Asked<Row>>((those) => this.look(those));
  /** A list of one key costs PostgreSQL a fifth more. */
  private readonly one: Statement;

  constructor(
    private readonly source: DataSource,
    private readonly several: Required<Pick<Statement, 'name' | 'text'>>,
    private readonly env: Env,
  ) {
    this.one = { name: `${several.name}, one`, text: several.text.replace('= ANY($1)', '= $1') };
  }

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
      const keys = those.map(({ key }) => key);
      const rows = await (keys.length === 1
        ? runPrepared<Row>(this.source, this.one, keys)
        : runPrepared<Row>(this.source, this.several, [keys]));
      const found = new Map(rows.map((row) => [row.key, row]));
      for (const { key, resolve } of those) resolve(found.get(key));
    } catch (error) {
      // Whose connection failed takes nobody with it.
      if (those.length > 1) await Promise.all(those.map((one) => this.look([one])));
      else those[0].reject(error);
    }
  }
}
