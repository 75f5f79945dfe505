import { ApiProperty } from '@nestjs/swagger';
import { Column, Index } from 'typeorm';
import { StatisticsDto } from './statistics.dto';

/** A kind of records that the app lists, counts and finds: what its entity says of itself. Names of tables and texts are SQL. */
export interface RecordKind {
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
  /** The table of its responses, whose column `<kind>_id` names the record. */
  responses?: string;
}

const kinds: RecordKind[] = [];

/** Their names, for a schema: filled as the entities are loaded. */
export const kindNames: string[] = [];

/** All kinds of records, in the order in which `modules.ts` imports them. */
export function recordKinds(): readonly RecordKind[] {
  return kinds;
}

/** The table of a kind of records, or of the responses to one (`question-response`); undefined for a kind that there is not. */
export function tableOf(kind: string): string | undefined {
  const tables = kinds.flatMap((one) => [
    [one.kind, one.table],
    [`${one.kind}-response`, one.responses],
  ]);
  return tables.find(([name]) => name === kind)?.[1];
}

/** Declares what an entity holds: it is counted and searched from then on, with what `keep_search` makes for its table. */
export function HoldsRecords(kind: RecordKind): ClassDecorator {
  return (entity) => {
    kinds.push(kind);
    kindNames.push(kind.kind);
    for (const index of ['search', 'pairs', 'words']) Index(`${kind.table}_${index}`, { synchronize: false })(entity);
    // Written by a trigger.
    Column({ name: 'search_text', type: 'text', default: '', select: false, insert: false, update: false })(
      entity.prototype as object,
      'searchText',
    );
    const { name, description, example } = kind.count;
    ApiProperty({ type: 'integer', minimum: 0, description, example })(StatisticsDto.prototype, name);
  };
}
