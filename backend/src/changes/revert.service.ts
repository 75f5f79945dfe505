import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ConflictDto } from '../common/api/error.dto';
import { asField, asValue, type RevertChoiceDto, type RevertedDto } from './change.dto';
import { Change, type Row } from './change.entity';
import { ChangesService } from './changes.service';
import { Writes } from './writes';

/** The whole record, in a conflict. */
const WHOLE = '*';

/** A table of which history is kept. */
interface Kind {
  kind: string;
  table: string;
  /** Tables of its parts. */
  parts: { kind: string; table: string; column: string }[];
}

/** A record as it is now; null where it is gone. */
interface Now {
  row: Row | null;
  version: number;
}

/** Takes back what one request has done. */
@Injectable()
export class RevertService {
  constructor(
    private readonly writes: Writes,
    private readonly changes: ChangesService,
  ) {}

  /**
   * Reverts a change set in a change set of its own: what other fields got since stays. 404 without it; 409 with both
   * values where the same field was changed since and `choices` do not say what to do.
   */
  async revert(changeSet: string, choices: RevertChoiceDto[]): Promise<RevertedDto> {
    const done = await this.writes.once(
      (manager) => this.run(manager, changeSet, choices),
      (manager, first) => manager.find(Change, { where: { changeSet: first }, order: { id: 'ASC' } }),
    );
    return { changeSet: done[0]?.changeSet ?? null, changes: await this.changes.answer(done) };
  }

  private async run(manager: EntityManager, changeSet: string, choices: RevertChoiceDto[]): Promise<Change[]> {
    const entries = await manager.find(Change, { where: { changeSet }, order: { id: 'DESC' } });
    if (entries.length === 0) throw new NotFoundException('There is no such change');
    const revert = new Revert(manager, await readKinds(manager), choices);
    await revert.lock(entries);
    for (const entry of entries) await revert.entry(entry);
    if (revert.conflicts.length > 0) {
      throw new ConflictException({ message: 'Somebody has changed the same since. Choose what to keep', conflicts: revert.conflicts });
    }
    const [{ id }] = await manager.query<{ id: string }[]>("SELECT nullif(current_setting('crm.change_set', true), '') AS id");
    return manager.find(Change, { where: { changeSet: id }, order: { id: 'ASC' } });
  }
}

/** One run over the entries of a change set, newest first. */
class Revert {
  readonly conflicts: ConflictDto[] = [];

  constructor(
    private readonly manager: EntityManager,
    private readonly kinds: Map<string, Kind>,
    private readonly choices: RevertChoiceDto[],
  ) {}

  /** Holds all the records in one order for all: two reverts cannot wait for each other. */
  async lock(entries: Change[]): Promise<void> {
    const records = new Map(entries.map(({ kind, recordId }) => [`${kind} ${String(recordId).padStart(10, '0')}`, { kind, recordId }]));
    for (const [, { kind, recordId }] of [...records].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await this.manager.query(`SELECT id FROM "${this.kind(kind).table}" WHERE id = $1 FOR UPDATE`, [recordId]);
    }
  }

  entry(entry: Change): Promise<void> {
    if (entry.operation === 'insert') return this.takeBackInsert(entry);
    return entry.operation === 'delete' ? this.takeBackDelete(entry) : this.takeBackUpdate(entry);
  }

  private async takeBackUpdate(entry: Change): Promise<void> {
    const now = await this.read(entry);
    if (!now.row) {
      this.decide(entry, { now, field: WHOLE, restore: entry.before, current: null });
      return;
    }
    const { before, after } = entry as { before: Row; after: Row };
    const values = Object.keys(before).filter((column) => {
      const current = now.row?.[column];
      if (same(current, before[column])) return false;
      return same(current, after[column]) || this.decide(entry, { now, field: column, restore: before[column], current });
    });
    if (values.length > 0) await this.set(entry, pick(before, values));
  }

  private async takeBackInsert(entry: Change): Promise<void> {
    const now = await this.read(entry);
    if (!now.row) return;
    const row = now.row;
    const after = entry.after as Row;
    const changed = Object.keys(after).filter((column) => column in row && !same(row[column], after[column]));
    const parts = await this.countParts(entry);
    let goes = true;
    for (const column of changed) if (!this.decide(entry, { now, field: column, restore: null, current: row[column] })) goes = false;
    if (parts > 0 && !this.decide(entry, { now, field: WHOLE, restore: null, current: { parts } })) goes = false;
    if (goes) await this.manager.query(`DELETE FROM "${this.kind(entry.kind).table}" WHERE id = $1`, [entry.recordId]);
  }

  private async takeBackDelete(entry: Change): Promise<void> {
    const now = await this.read(entry);
    const before = entry.before as Row;
    if (!now.row) return this.insert(entry, before);
    const row = now.row;
    const columns = Object.keys(before).filter((column) => column in row && !same(row[column], before[column]));
    const restored = columns.filter((column) => this.decide(entry, { now, field: column, restore: before[column], current: row[column] }));
    if (restored.length > 0) await this.set(entry, pick(before, restored));
  }

  /** Whether a field goes back although it was changed since: as chosen; without a choice it is a conflict. */
  private decide({ kind, recordId }: Change, { now, field: column, restore, current }: { now: Now; field: string; restore: unknown; current: unknown }): boolean {
    const field = asField(column);
    const { version } = now;
    const choice = this.choices.find((one) => one.kind === kind && one.recordId === recordId && one.field === field && one.version === version);
    if (!choice) this.conflicts.push({ kind, recordId, field, version, restore: asValue(column, restore) ?? null, current: asValue(column, current) ?? null });
    return choice?.take === 'restore';
  }

  private async read({ kind, recordId }: Change): Promise<Now> {
    const [found] = await this.manager.query<{ row: Row; version: number }[]>(`SELECT row_to_json(t) AS row, version FROM "${this.kind(kind).table}" AS t WHERE id = $1`, [recordId]);
    return { row: found?.row ?? null, version: found?.version ?? 0 };
  }

  private async set({ kind, recordId }: Change, values: Row): Promise<void> {
    const { table } = this.kind(kind);
    const columns = Object.keys(values).map(quoted);
    await this.manager.query(
      `UPDATE "${table}" AS t SET (${columns.join(', ')}) = ROW(${columns.map((column) => `r.${column}`).join(', ')}) FROM json_populate_record(NULL::"${table}", $1::json) AS r WHERE t.id = $2`,
      [JSON.stringify(values), recordId],
    );
  }

  /** A deleted record comes back under its number, with a version that nobody has seen yet. */
  private async insert({ kind, version }: Change, row: Row): Promise<void> {
    const { table } = this.kind(kind);
    const known = await this.manager.query<{ name: string }[]>('SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped', [`"${table}"`]);
    const columns = known.flatMap(({ name }) => (Object.hasOwn(row, name) ? [quoted(name)] : []));
    await this.manager.query(`INSERT INTO "${table}" (${columns.join(', ')}, version) SELECT ${columns.join(', ')}, $2 FROM json_populate_record(NULL::"${table}", $1::json)`, [
      JSON.stringify(row),
      version + 1,
    ]);
  }

  private async countParts({ kind, recordId }: Change): Promise<number> {
    let parts = 0;
    for (const { table, column } of this.kind(kind).parts) {
      const [{ count }] = await this.manager.query<{ count: number }[]>(`SELECT count(*)::integer AS count FROM "${table}" WHERE "${column}" = $1`, [recordId]);
      parts += count;
    }
    return parts;
  }

  private kind(kind: string): Kind {
    const found = this.kinds.get(kind);
    if (!found) throw new ConflictException('The history of this kind of record is no longer kept');
    return found;
  }
}

async function readKinds(manager: EntityManager): Promise<Map<string, Kind>> {
  const rows = await manager.query<{ kind: string; table_name: string; parent_kind: string | null; parent_column: string | null }[]>('SELECT * FROM record_kinds');
  return new Map(
    rows.map(({ kind, table_name: table }) => {
      const parts = rows.filter(({ parent_kind }) => parent_kind === kind).map((part) => ({ kind: part.kind, table: part.table_name, column: part.parent_column as string }));
      return [kind, { kind, table, parts }];
    }),
  );
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function pick(row: Row, columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}
