import { ConflictException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ConflictDto } from '../../api/error.dto';
import { Turn } from '../../http/budgets/turn';
import { isUniqueViolation, isForeignKeyViolation } from '../../http/database-error';
import { loggedTypes } from '../../records/record-type';
import { asField, asValue, OPENED_AT } from '../change.dto';
import { Choices } from './choices';
import { MAX_CHOICES, type RevertDto } from './revert.dto';
import {
  asJson,
  batches,
  foldEntries,
  keepOtherTags,
  keyOf,
  leaveOutPurgedImages,
  leaves,
  quoted,
  readEntries,
  readKinds,
  readLastDeletion,
  TAGS,
  texts,
  withSamplePaths,
  type EntryPage,
  type Kind,
  type RecordRevert,
  type Texts,
} from './record-revert';

/** What the 409 says. */
export const CONFLICTS = 'Somebody has changed the same since. Choose what to keep';
/** The whole record, in a conflict. */
const WHOLE = '*';

/** Takes back a change set: first decides on every record as a whole, then writes each once. */
export class ChangeSetRevert {
  private choices = new Choices({});
  private readonly conflicts: ConflictDto[] = [];

  private constructor(
    private readonly manager: EntityManager,
    private readonly kinds: Map<string, Kind>,
    private readonly records: Map<string, RecordRevert>,
    /** How many entries are taken back, and the number of the oldest. */
    readonly size: number,
    readonly firstEntry: string,
  ) {}

  /** The revert of a change set, or of a page of its newest entries, holding its records; null where there are none. */
  static async of(manager: EntityManager, changeSet: string, page?: EntryPage): Promise<ChangeSetRevert | null> {
    // Times are compared as text, and the log has them in UTC.
    await manager.query("SELECT set_config('TimeZone', 'UTC', true)");
    const entries = await readEntries(manager, changeSet, page);
    if (entries.length === 0) return null;
    const revert = new ChangeSetRevert(
      manager,
      await readKinds(manager),
      await foldEntries(entries),
      entries.length,
      String(entries[0].id),
    );
    await revert.lock();
    await leaveOutPurgedImages(manager, [...revert.records.values()]);
    return revert;
  }

  /** Decides what becomes of every record; answers what `how` would have to say as well, of very many the first. */
  async decide(how: RevertDto): Promise<ConflictDto[]> {
    this.choices = new Choices(how);
    const turn = new Turn();
    for (const one of [...this.records.values()].reverse()) {
      if (turn.isOver) await turn.yield();
      keepOtherTags(one);
      if (one.before && one.after) this.decideUpdated(one, one.before, one.after);
      else if (one.after) await this.decideInserted(one, one.after);
      else if (one.before) this.decideDeleted(one, one.before);
      // Where the others are kept, conflicts are no more than choices, and every record is decided on.
      if (this.conflicts.length > MAX_CHOICES) break;
    }
    return this.conflicts.slice(0, MAX_CHOICES);
  }

  /** Carries out what was decided. A record that has to wait for another one, such as its parent, is tried again after it. */
  async apply(): Promise<void> {
    // Last what goes and has parts: it would take with it what is about to leave it. What else goes is first, so that the
    // change set begins with a deletion and is found by it.
    const rank = ({ action, kind }: RecordRevert): number =>
      action !== 'delete' ? 1 : this.kind(kind).parts.length > 0 ? 2 : 0;
    let waiting = [...this.records.values()].reverse().sort((a, b) => rank(a) - rank(b));
    while (waiting.length > 1) {
      const again: RecordRevert[] = [];
      for (const run of batches(waiting)) again.push(...(await this.tryToWriteAll(run)));
      if (again.length === waiting.length) break;
      waiting = again;
    }
    for (const one of waiting) await this.write([one]);
  }

  /** Writes records that all go, or get the same columns back, at once; where that fails one by one. Answers what has to wait. */
  private async tryToWriteAll(run: RecordRevert[]): Promise<RecordRevert[]> {
    if (await this.isWritten(() => this.write(run))) return [];
    if (run.length === 1) return run;
    const waiting: RecordRevert[] = [];
    for (const one of run) if (!(await this.isWritten(() => this.write([one])))) waiting.push(one);
    return waiting;
  }

  private async isWritten(write: () => Promise<void>): Promise<boolean> {
    await this.manager.query('SAVEPOINT records');
    try {
      await write();
      await this.manager.query('RELEASE records');
      return true;
    } catch (error) {
      if (!isForeignKeyViolation(error) && !isUniqueViolation(error)) throw error;
      await this.manager.query('ROLLBACK TO records');
      return false;
    }
  }

  /** Writes records that all go, or get the same columns back, in one statement; or one that comes back. */
  private async write(run: RecordRevert[]): Promise<void> {
    const [one] = run;
    const { action, before, kind } = one;
    if (action === 'recreate') return this.insert(one, before as Texts);
    if (action === 'restore')
      return this.insert(one, { ...(await readLastDeletion(this.manager, one)).before, ...before });
    const table = quoted(this.kind(kind).table);
    const ids = run.map(({ recordId }) => recordId);
    if (action === 'delete') return void (await this.manager.query(`DELETE FROM ${table} WHERE id = ANY($1)`, [ids]));
    const columns = [...action];
    if (columns.length === 0) return;
    const names = columns.map(quoted);
    await this.manager.query(
      `UPDATE ${table} AS t SET (${names.join(', ')}) = ROW(${names.map((name) => `r.${name}`).join(', ')})
       FROM unnest($1::integer[], $2::json[]) AS given (id, fields), json_populate_record(NULL::${table}, given.fields) AS r WHERE t.id = given.id`,
      [ids, run.map((each) => asJson(each.before as Texts, columns))],
    );
  }

  /** Holds all the records in one order for all: two reverts cannot wait for each other. */
  private async lock(): Promise<void> {
    const inOrder = [...this.records.values()].sort((a, b) =>
      a.kind === b.kind ? a.recordId - b.recordId : a.kind < b.kind ? -1 : 1,
    );
    for (const batch of batches(inOrder, ({ kind }) => kind)) {
      const [{ kind }] = batch;
      const found = await this.manager.query<{ id: number; now: Texts; version: number }[]>(
        `SELECT id, ${texts('row_as_logged(row_to_json(t), t.tableoid)')} AS now, version FROM ${quoted(this.kind(kind).table)} AS t WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
        [batch.map(({ recordId }) => recordId)],
      );
      for (const { id, now, version } of found)
        Object.assign(this.records.get(keyOf(kind, id)) as RecordRevert, { now: withSamplePaths(now), version });
    }
  }

  private decideUpdated(one: RecordRevert, before: Texts, after: Texts): void {
    const changed = this.columnsOf(one, before).filter((column) => before[column] !== after[column]);
    const { now } = one;
    if (now) {
      const goesBack = (column: string): boolean =>
        now[column] === after[column] || this.choose(one, column, { restore: before[column], current: now[column] });
      one.action = new Set(changed.filter((column) => now[column] !== before[column] && goesBack(column)));
      // A status that stays keeps the time of its own opening.
      if (now[OPENED_AT] !== after[OPENED_AT] && !one.action.has('status')) one.action.delete(OPENED_AT);
    } else if (
      changed.some((column) => column !== TAGS) &&
      this.choose(one, WHOLE, { restore: asJson(before, changed), current: 'null' })
    )
      one.action = 'restore';
  }

  private async decideInserted(one: RecordRevert, after: Texts): Promise<void> {
    const { now } = one;
    if (!now) return;
    const changed = this.columnsOf(one, after).filter((column) => now[column] !== after[column]);
    const answers = changed.map((column) => this.choose(one, column, { restore: 'null', current: now[column] }));
    const parts = await this.countParts(one);
    if (parts > 0) answers.push(this.choose(one, WHOLE, { restore: 'null', current: `{"parts":${parts}}` }));
    if (!answers.includes(false)) one.action = 'delete';
  }

  private decideDeleted(one: RecordRevert, before: Texts): void {
    const { now } = one;
    const changed = this.columnsOf(one, before).filter((column) => now?.[column] !== before[column]);
    one.action = now
      ? new Set(changed.filter((column) => this.choose(one, column, { restore: before[column], current: now[column] })))
      : 'recreate';
  }

  /** Whether a field goes back although it was changed since: as chosen; without a choice it is a conflict. */
  private choose(
    { kind, recordId, version }: RecordRevert,
    column: string,
    { restore, current }: { restore: string; current: string },
  ): boolean {
    // It goes back with `status`, without a question.
    if (column === OPENED_AT) return true;
    const field = asField(column);
    const take = this.choices.find({ kind, recordId, field, version });
    if (!take)
      this.conflicts.push({
        kind,
        recordId,
        field,
        version,
        restore: asValue(column, JSON.parse(restore)),
        current: asValue(column, JSON.parse(current)),
      });
    return take === 'restore';
  }

  /** Counts the parts that will be left. Parts came after their record, so they are decided by now. */
  private async countParts({ kind, recordId }: RecordRevert): Promise<number> {
    let count = 0;
    for (const { kind: part, table, column } of this.kind(kind).parts) {
      const rows = await this.manager.query<{ id: number }[]>(
        `SELECT id FROM ${quoted(table)} WHERE ${quoted(column)} = $1`,
        [recordId],
      );
      count += rows.filter(({ id }) => !leaves(this.records.get(keyOf(part, id))?.action, column)).length;
    }
    return count;
  }

  /** A record comes back under its number, with a version that nobody has seen yet. */
  private async insert(one: RecordRevert, row: Texts): Promise<void> {
    const table = quoted(this.kind(one.kind).table);
    const columns = this.columnsOf(one, row);
    const names = columns.map(quoted).join(', ');
    const { version } = await readLastDeletion(this.manager, one);
    await this.manager.query(
      `INSERT INTO ${table} (${names}, version) OVERRIDING SYSTEM VALUE SELECT ${names}, $2 FROM json_populate_record(NULL::${table}, $1::json)`,
      [asJson(row, columns), version + 1],
    );
  }

  private columnsOf({ kind }: RecordRevert, row: Texts): string[] {
    return this.kind(kind).columns.filter((column) => Object.hasOwn(row, column));
  }

  private kind(kind: string): Kind {
    if (loggedTypes().some((type) => type.kind === kind))
      throw new ConflictException(`A change of a ${kind} cannot be taken back. Change the ${kind} itself instead`);
    const found = this.kinds.get(kind);
    if (!found) throw new ConflictException('The history of this kind of record is no longer kept');
    return found;
  }
}
