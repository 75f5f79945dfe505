import { ConflictException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isForeignKeyViolation, isUniqueViolation } from '../../http/database-error';
import { isPart } from '../../records/record-type';
import { takeTagFromThreads } from '../../threads/thread-tags';
import {
  asJson,
  batches,
  keyOf,
  quoted,
  readLastDeletion,
  type Kind,
  type LastDeletion,
  type RecordRevert,
  type Texts,
} from './record-revert';

/** A record that could not be written, and why. */
export interface NotWritten {
  record: RecordRevert;
  error: Error;
}

const parentGone = (): Error => new ConflictException('What it belongs to is gone');
const isNamed = (): Error => new ConflictException('A later record belongs to it. Delete that one first');

/** Carries out what was decided on records. */
export class RevertWrites {
  constructor(
    private readonly manager: EntityManager,
    private readonly kinds: Map<string, Kind>,
    private readonly lastDeletions: Map<string, LastDeletion>,
  ) {}

  /**
   * Writes all records that can be written, and answers the others: their parent is gone, or another one has their key. A
   * record that has to wait for another one, such as its parent, is tried again after it.
   */
  async writeAll(records: RecordRevert[]): Promise<NotWritten[]> {
    // Last what goes and has parts: it would take with it what is about to leave it. What else goes is first, so that the
    // change set begins with a deletion and is found by it.
    const rank = ({ action, kind }: RecordRevert): number =>
      action !== 'delete' ? 1 : this.kind(kind).parts.length > 0 ? 2 : 0;
    let waiting = [...records].reverse().sort((a, b) => rank(a) - rank(b));
    for (;;) {
      const left: NotWritten[] = [];
      for (const run of batches(waiting)) left.push(...(await this.tryToWriteAll(run)));
      if (left.length === 0 || left.length === waiting.length) return left;
      waiting = left.map(({ record }) => record);
    }
  }

  /** Writes records that all go, come back or get the same columns back, at once; where that fails one by one. */
  private async tryToWriteAll(run: RecordRevert[]): Promise<NotWritten[]> {
    const error = await this.tryToWrite(run);
    if (!error) return [];
    if (run.length === 1) return [{ record: run[0], error }];
    const left: NotWritten[] = [];
    for (const one of run) left.push(...(await this.tryToWriteAll([one])));
    return left;
  }

  /** Answers why it cannot be; undefined where it is done. */
  private async tryToWrite(run: RecordRevert[]): Promise<Error | undefined> {
    await this.manager.query('SAVEPOINT records');
    try {
      await this.write(run);
      await this.manager.query('RELEASE records');
      return undefined;
    } catch (error) {
      const isParentGone = error instanceof ConflictException || isForeignKeyViolation(error);
      if (!isParentGone && !isUniqueViolation(error)) throw error;
      await this.manager.query('ROLLBACK TO records');
      if (!isParentGone) return error as Error;
      return run[0].action === 'delete' ? isNamed() : parentGone();
    }
  }

  /** Writes records that all go, come back or get the same columns back, in one statement; or one as it was later. */
  private async write(run: RecordRevert[]): Promise<void> {
    const [one] = run;
    const { action, before, kind } = one;
    if (action === 'recreate')
      return this.insert(
        run,
        run.map((each) => each.before as Texts),
      );
    if (action === 'restore')
      return this.insert(run, [{ ...(await readLastDeletion(this.manager, one)).before, ...before }]);
    const table = quoted(this.kind(kind).table);
    const ids = run.map(({ recordId }) => recordId);
    if (action === 'delete') {
      // Threads have the numbers of their tags, which no foreign key keeps.
      if (kind === 'tag') for (const id of ids) await takeTagFromThreads(this.manager, id);
      await this.manager.query(`DELETE FROM ${table} WHERE id = ANY($1)`, [ids]);
      return;
    }
    const columns = [...action];
    if (columns.length === 0) return;
    const names = columns.map(quoted);
    await this.manager.query(
      `UPDATE ${table} AS t SET (${names.join(', ')}) = ROW(${names.map((name) => `r.${name}`).join(', ')})
       FROM unnest($1::integer[], $2::json[]) AS given (id, fields), json_populate_record(NULL::${table}, given.fields) AS r WHERE t.id = given.id`,
      [ids, run.map((each) => asJson(each.before as Texts, columns))],
    );
  }

  /**
   * Records of a kind come back under their numbers, with versions that nobody has seen yet. A part stays out where there is
   * one like it.
   */
  private async insert(run: RecordRevert[], rows: Texts[]): Promise<void> {
    const [{ kind }] = run;
    const { table: name, columns: all } = this.kind(kind);
    const table = quoted(name);
    const columns = all.filter((column) => Object.hasOwn(rows[0], column));
    const names = columns.map(quoted).join(', ');
    const belongs = isPart(kind);
    if (belongs) for (const row of rows) await this.holdOwner(row);
    const versions = run.map(
      ({ recordId }) => (this.lastDeletions.get(keyOf(kind, recordId)) as LastDeletion).version + 1,
    );
    const values = columns.map((column) => `r.${quoted(column)}`).join(', ');
    const insert = `
      INSERT INTO ${table} (${names}, version) OVERRIDING SYSTEM VALUE SELECT ${values}, given.next
      FROM unnest($1::json[], $2::integer[]) WITH ORDINALITY AS given (fields, next, place),
        json_populate_record(NULL::${table}, given.fields) AS r ORDER BY given.place`;
    await this.manager.query(belongs ? `${insert} ON CONFLICT DO NOTHING` : insert, [
      rows.map((row) => asJson(row, columns)),
      versions,
    ]);
  }

  /** Keeps the record that a part belongs to, which no foreign key does. */
  private async holdOwner({ kind, record_id: id }: Texts): Promise<void> {
    const owner = this.kinds.get(JSON.parse(kind) as string);
    if (!owner) throw parentGone();
    const table = quoted(owner.table);
    const found = await this.manager.query<object[]>(`SELECT FROM ${table} WHERE id = $1 FOR KEY SHARE`, [Number(id)]);
    if (found.length === 0) throw parentGone();
  }

  private kind(kind: string): Kind {
    return this.kinds.get(kind) as Kind;
  }
}
