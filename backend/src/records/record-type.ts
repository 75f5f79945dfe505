import { ApiProperty } from '@nestjs/swagger';
import { Column, Index } from 'typeorm';
import { violatesConstraint } from '../http/database-error';
import { StatisticsDto } from './statistics.dto';

/** A field that no two records of a type have alike. Its column and its property have the same name. */
interface UniqueField {
  name: string;
  /** As people call it. */
  label: string;
  /** The constraint or the unique index. */
  constraint: string;
  /** Whether texts that differ in capitals alone are the same for it. */
  ignoresCase?: boolean;
}

/** A record type that the app logs, lists, counts and finds: what its entity says of itself. */
export interface RecordTypeOptions {
  /** As the change log and the search name it, such as `question`. */
  kind: string;
  table: string;
  /** Its count in the statistics: the field, and what it counts. */
  count: { name: string; description: string; example: number };
  /** What it is found by, and what a search shows, the title first: SQL, a column or a function of one column each. */
  texts: string[];
  /** Its title, if that is more than the first text: SQL over its columns. */
  title?: string;
  /** Columns whose whole value is looked up before anything else, each with an index on `fold_text(column)`. */
  codes?: string[];
  /** The values of its column `status` that are counted each; they need an index on `(status, id)`. */
  statuses?: readonly string[];
  /** Whether it has a column `images`. */
  images?: boolean;
  /** The table of its responses, whose column `<kind>_id` names the record. */
  responses?: string;
  unique?: UniqueField;
}

/** A table that is logged and nothing else, such as that of webhooks: its changes cannot be reverted. */
export interface LoggedTypeOptions {
  kind: string;
  table: string;
  /** The columns that the log shows; `id` must be one. All others stay out of it, later ones too. */
  columns: string[];
}

/** A table with a history that can be undone, which is neither counted nor searched, such as that of tags. */
export interface AuditedTypeOptions {
  kind: string;
  table: string;
  /** Whether its rows belong to other records, which the columns `kind` and `record_id` name. */
  isPart?: boolean;
  /** Whether a row is for nobody but who made it (`created_by_id`), unless it is shared (`is_shared`). */
  isPersonal?: boolean;
  unique?: UniqueField;
}

const types: RecordTypeOptions[] = [];
const onlyLogged: LoggedTypeOptions[] = [];
const audited: AuditedTypeOptions[] = [];

/** Their kinds, for a schema: filled as the entities are loaded. */
export const recordTypeNames: string[] = [];

/** All record types, in the order in which `modules.ts` imports them. */
export function recordTypes(): readonly RecordTypeOptions[] {
  return types;
}

/** All tables that are only logged. */
export function loggedTypes(): readonly LoggedTypeOptions[] {
  return onlyLogged;
}

/** All tables that are logged and undone, and nothing else. */
export function auditedTypes(): readonly AuditedTypeOptions[] {
  return audited;
}

/** Whether the rows of an audited type belong to other records. */
export function isPart(kind: string): boolean {
  return audited.some((type) => type.isPart && type.kind === kind);
}

/** Whether the rows of an audited type are each somebody's own, unless shared. */
export function isPersonal(kind: string): boolean {
  return audited.some((type) => type.isPersonal && type.kind === kind);
}

/**
 * What a 409 says where another record has the same value of a unique field; undefined for any other error. `valueOf` reads
 * what was to be written, and answers undefined where it is not known.
 */
export function takenMessage(error: unknown, valueOf: (field: string) => string | undefined): string | undefined {
  for (const { kind, unique } of [...types, ...audited]) {
    if (!unique || !violatesConstraint(error, unique.constraint)) continue;
    const value = valueOf(unique.name);
    const what = value === undefined ? `its ${unique.label}` : `the ${unique.label} ${value}`;
    return unique.ignoresCase
      ? `There is a ${kind} with ${what} already (capitals do not count)`
      : `Another ${kind} has ${what}`;
  }
  return undefined;
}

/** Declares the table of an entity as one with a history that can be undone. It needs the columns `id` and `version`. */
export function AuditedType(type: AuditedTypeOptions): ClassDecorator {
  return () => void audited.push(type);
}

/** Declares the table of an entity as one that is only logged. */
export function LoggedType(type: LoggedTypeOptions): ClassDecorator {
  return () => void onlyLogged.push(type);
}

/** The table of a record type, or of its responses (`question-response`); undefined for a kind that there is not. */
export function tableOf(kind: string): string | undefined {
  const tables = types.flatMap((type) => [
    [type.kind, type.table],
    [`${type.kind}-response`, type.responses],
  ]);
  return tables.find(([name]) => name === kind)?.[1];
}

/** The table of any kind that is logged; undefined for a kind that there is not, or no longer. */
export function loggedTableOf(kind: string): string | undefined {
  return tableOf(kind) ?? [...audited, ...onlyLogged].find((type) => type.kind === kind)?.table;
}

/** Declares the record type of an entity. Its triggers are in `database/schema/record-types.sql`: `npm run schema`. */
export function RecordType(type: RecordTypeOptions): ClassDecorator {
  return (entity) => {
    types.push(type);
    recordTypeNames.push(type.kind);
    for (const index of ['search', 'pairs', 'words']) Index(`${type.table}_${index}`, { synchronize: false })(entity);
    // Written by a trigger.
    Column({ name: 'search_text', type: 'text', default: '', select: false, insert: false, update: false })(
      entity.prototype as object,
      'searchText',
    );
    const { name, description, example } = type.count;
    ApiProperty({ type: 'integer', minimum: 0, description, example })(StatisticsDto.prototype, name);
  };
}
