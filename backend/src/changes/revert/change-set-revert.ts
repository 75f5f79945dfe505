import { ConflictException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ConflictDto } from '../../api/error.dto';
import { Turn } from '../../http/budgets/turn';
import { isUniqueViolation } from '../../http/database-error';
import { isPart, isPersonal, loggedTypes, takenMessage } from '../../records/record-type';
import { asField, asFields, asValue, OPENED_AT } from '../change.dto';
import { timeColumns } from '../time-columns';
import type { Row } from '../change.entity';
import { Choices } from './choices';
import { foldEntries, readEntries, type EntrySelection } from './entries';
import { leaveOutGoneReferences } from './gone-references';
import { MAX_CHOICES, type RevertChoiceDto, type RevertDto } from './revert.dto';
import { RevertWrites, type NotWritten } from './revert-writes';
import {
  asJson,
  keepOpening,
  keepOtherTags,
  keyOf,
  leaveOutPurgedImages,
  leaves,
  lockRecords,
  quoted,
  readKinds,
  readLastDeletions,
  TAGS,
  type Kind,
  type LastDeletion,
  type RecordRevert,
  type Texts,
} from './record-revert';

/** What the 409 says. */
export const CONFLICTS = 'Somebody has changed the same since. Choose what to keep';
/** The whole record, in a conflict. */
const WHOLE = '*';

/** The values from before and of now, as JSON. */
interface Values {
  restore: string;
  current: string;
}

/** Takes back a change set: first decides on every record as a whole, then writes each once. */
export class ChangeSetRevert {
  private choices = new Choices({});
  private readonly conflicts: ConflictDto[] = [];
  private readonly hasMoreThanParts: boolean;
  private lastDeletions = new Map<string, LastDeletion>();

  private constructor(
    private readonly manager: EntityManager,
    private readonly kinds: Map<string, Kind>,
    private readonly records: Map<string, RecordRevert>,
    private readonly changeSet: string,
    /** How many entries are taken back, and the number of the oldest. */
    readonly size: number,
    readonly firstEntry: string,
  ) {
    this.hasMoreThanParts = [...records.values()].some(({ kind }) => !isPart(kind));
  }

  /** The revert of a change set, or of some of its entries, holding its records; null where there are none. */
  static async of(manager: EntityManager, changeSet: string, which: EntrySelection): Promise<ChangeSetRevert | null> {
    // Times are compared as text, and the log has them in UTC.
    await manager.query("SELECT set_config('TimeZone', 'UTC', true)");
    const entries = await readEntries(manager, changeSet, which);
    if (entries.length === 0) return null;
    const revert = new ChangeSetRevert(
      manager,
      await readKinds(manager),
      await foldEntries(entries),
      changeSet,
      entries.length,
      String(entries[0].id),
    );
    await lockRecords(manager, (kind) => revert.kind(kind).table, revert.records);
    const gone = [...revert.records.values()].filter(({ before, now }) => before && !now);
    revert.lastDeletions = await readLastDeletions(manager, gone, revert.firstEntry);
    await leaveOutPurgedImages(manager, [...revert.records.values()]);
    await leaveOutGoneReferences(manager, revert.kinds, [...revert.records.values()]);
    return revert;
  }

  /** Whether a user may take all of it back: of what is personal who made it, and anybody while it is shared and stays so. */
  isOpenTo(userId: number): boolean {
    return [...this.records.values()].every(({ kind, recordId, before, after, now }) => {
      // What an entry has is only what it changed.
      const row = now ?? this.lastDeletions.get(keyOf(kind, recordId)) ?? before ?? after;
      const isShared = row?.is_shared === 'true' && before?.is_shared !== 'false';
      return !isPersonal(kind) || isShared || row?.created_by_id === String(userId);
    });
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

  /** Carries out all of what was decided; 409 where something cannot come back, unless it was chosen to leave it so. */
  async apply(): Promise<void> {
    const left = (await this.applyWhatCanBe()).map((one) => ({ ...one, take: this.choices.find(wholeOf(one.record)) }));
    const isNothingWritten = left.length === this.records.size;
    // A link to what is gone is no loss where something else is taken back.
    const open = left.filter(({ record, take }) => take !== 'keep' && (isNothingWritten || !isPart(record.kind)));
    if (open.length === 0) return;
    // Says why where that was chosen, or where there is nothing else to take back; a link only lacks the others.
    const refused =
      open.length === this.records.size
        ? (open.find(({ error }) => isUniqueViolation(error)) ?? open[0])
        : open.find(({ take }) => take === 'restore');
    if (refused) throw sayTaken(refused);
    const conflicts = open.slice(0, MAX_CHOICES).map(({ record }) => this.conflictAboutAll(record));
    throw new ConflictException({ message: CONFLICTS, conflicts });
  }

  /** Carries out what was decided as far as it can be, and answers what is left out. */
  applyWhatCanBe(): Promise<NotWritten[]> {
    return new RevertWrites(this.manager, this.kinds, this.lastDeletions).writeAll([...this.records.values()]);
  }

  private decideUpdated(one: RecordRevert, before: Texts, after: Texts): void {
    const changed = this.columnsOf(one, before).filter((column) => before[column] !== after[column]);
    const { now } = one;
    if (now) {
      const goesBack = (column: string): boolean =>
        now[column] === after[column] || this.choose(one, column, { restore: before[column], current: now[column] });
      one.action = new Set(changed.filter((column) => now[column] !== before[column] && goesBack(column)));
      if (now[OPENED_AT] !== after[OPENED_AT]) keepOpening(one.action);
    } else if (
      changed.some((column) => column !== TAGS) &&
      this.choose(one, WHOLE, { restore: asJson(before, changed), current: 'null' })
    )
      one.action = 'restore';
  }

  private async decideInserted(one: RecordRevert, after: Texts): Promise<void> {
    const { now } = one;
    if (!now) return;
    const isChanged = (column: string): boolean => now[column] !== after[column] && column !== OPENED_AT;
    const changed = this.columnsOf(one, after).filter(isChanged);
    // A link that a person has confirmed or removed since stays, unless its record goes.
    if (changed.length > 0 && this.hasMoreThanParts && isPart(one.kind)) return;
    const parts = await this.countParts(one);
    const current = { ...now, parts: String(parts) };
    if (parts > 0) changed.push('parts');
    // It goes as a whole or not at all, however many of its fields were changed since.
    if (changed.length === 0 || this.choose(one, WHOLE, { restore: 'null', current: asJson(current, changed) }))
      one.action = 'delete';
  }

  private decideDeleted(one: RecordRevert, before: Texts): void {
    const { now } = one;
    if (!now) {
      // It came back, and somebody deleted it again: then it was another. What goes with a record comes back with it.
      const isSame = this.lastDeletions.get(keyOf(one.kind, one.recordId))?.changeSet === this.changeSet;
      const isAsked = !isSame && !(this.hasMoreThanParts && isPart(one.kind));
      const values = { restore: asJson(before, this.columnsOf(one, before)), current: 'null' };
      if (!isAsked || this.choose(one, WHOLE, values)) one.action = 'recreate';
      return;
    }
    const goesBack = (column: string): boolean =>
      now[column] !== before[column] && this.choose(one, column, { restore: before[column], current: now[column] });
    one.action = keepOpening(new Set(this.columnsOf(one, before).filter(goesBack)));
  }

  /** Whether a field goes back although it was changed since: as chosen; without a choice it is a conflict. */
  private choose(one: RecordRevert, column: string, values: Values): boolean {
    // It goes back with `status`, without a question.
    if (column === OPENED_AT) return true;
    const { kind, recordId, version } = one;
    const take = this.choices.find({ kind, recordId, field: asField(column), version });
    if (!take) this.conflicts.push(this.conflictOf(one, column, values));
    return take === 'restore';
  }

  private conflictAboutAll(one: RecordRevert): ConflictDto {
    const { action, before, now } = one;
    const columns = action instanceof Set ? [...action] : this.columnsOf(one, before ?? now ?? {});
    const [restore, current] = [before, now].map((row) => (row ? asJson(row, columns) : 'null'));
    return this.conflictOf(one, WHOLE, { restore, current });
  }

  private conflictOf(
    { kind, recordId, version }: RecordRevert,
    column: string,
    { restore, current }: Values,
  ): ConflictDto {
    const times = timeColumns(this.manager.connection, kind);
    const [was, is] = [restore, current].map((value) => {
      const parsed: unknown = JSON.parse(value);
      return column === WHOLE ? asFields(parsed as Row | null, times) : asValue(column, parsed, times);
    });
    return { kind, recordId, field: asField(column), version, restore: was, current: is };
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

const wholeOf = ({ kind, recordId, version }: RecordRevert): Omit<RevertChoiceDto, 'take'> => ({
  kind,
  recordId,
  field: WHOLE,
  version,
});

/** Names the SKU or the name that another record has, and is the error itself for any other. */
function sayTaken({ record: { before }, error }: NotWritten): Error {
  const valueOf = (field: string): string | undefined =>
    before?.[field] === undefined ? undefined : (JSON.parse(before[field]) as string);
  const taken = takenMessage(error, valueOf);
  return taken === undefined ? error : new ConflictException(taken);
}
