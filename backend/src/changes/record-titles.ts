import type { Repository } from 'typeorm';
import { recordTypes } from '../records/record-type';
import type { Change } from './change.entity';

const MAX_TITLE_LENGTH = 300;

/** What names a record, and gets its title. */
interface Titled {
  subjectKind: string;
  subjectId: number;
  title: string | null;
  exists: boolean;
}

/** Gives each row the title that its record has now, or had at last. */
export async function addTitles(log: Repository<Change>, rows: Titled[]): Promise<void> {
  for (const row of rows) Object.assign(row, { title: null, exists: false });
  for (const {
    kind,
    table,
    texts: [name],
  } of recordTypes()) {
    const ofKind = rows.filter((row) => row.subjectKind === kind);
    if (ofKind.length === 0) continue;
    const found = await log.query<{ id: number; title: string | null; exists: boolean }[]>(
      `SELECT given.id, live.id IS NOT NULL AS exists, left(CASE WHEN live.id IS NULL THEN (
           SELECT before ->> $2 FROM changes
           WHERE subject_kind = $1 AND subject_id = given.id AND kind = $1 AND operation = 'delete' ORDER BY changes.id DESC LIMIT 1
         ) ELSE live.title END, $4) AS title
       FROM (SELECT DISTINCT unnest($3::integer[]) AS id) AS given
       LEFT JOIN LATERAL (SELECT id, ${name} AS title FROM ${table} AS record WHERE record.id = given.id) AS live ON true`,
      [kind, name, ofKind.map(({ subjectId }) => subjectId), MAX_TITLE_LENGTH],
    );
    const byId = new Map(found.map(({ id, title, exists }) => [id, { title, exists }]));
    for (const row of ofKind) Object.assign(row, byId.get(row.subjectId));
  }
}
