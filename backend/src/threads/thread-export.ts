import { toAddress, type ImageReference } from '../images/image-reference';
import { csvLine } from '../lists/csv';
import type { Included } from '../lists/included';
import type { ReadRows } from '../lists/page';
import { CSV_START } from '../lists/send-csv';
import { nextPage } from '../lists/send-list';
import type { Thread } from './thread.entity';

/** Rows fetched at once. */
export const EXPORT_BATCH = 500;

/** Who knows the e-mail addresses of users. */
interface Emails {
  emailsOf(userIds: number[]): Promise<ReadonlyMap<number, string>>;
}

/** Who knows the tags. */
interface Tags {
  list(): Promise<{ id: number; name: string }[]>;
}

/** The e-mail addresses of users, and the names of tags, by their numbers. */
interface Names {
  emails: ReadonlyMap<number, string>;
  tags: ReadonlyMap<number, string>;
}

type Row = Thread & Included & { images?: ImageReference[] };

const HEAD = [
  ...['Number', 'Title', 'Description', 'Status', 'Created', 'Created by', 'Assignee', 'Waiting since'],
  ...['Snoozed until', 'Responses', 'Tags', 'Images'],
];

/** Threads as CSV, a piece of some hundred at a time. */
export async function* exportThreads(rows: ReadRows<Row>, accounts: Emails, known: Tags): AsyncGenerator<string> {
  const tags = new Map((await known.list()).map(({ id, name }) => [id, name]));
  // The header comes with the first rows: an error in reading them can still be told.
  let head = CSV_START + csvLine(HEAD);
  for (let page = await rows({ after: null, limit: EXPORT_BATCH }); ; page = await rows(nextPage(page.rows))) {
    const ids = page.rows.flatMap(({ createdById, assigneeId }) => [createdById, ...(assigneeId ? [assigneeId] : [])]);
    const emails = await accounts.emailsOf(ids);
    yield head + page.rows.map((thread) => threadLine(thread, { emails, tags })).join('');
    head = '';
    if (!page.hasMore) return;
  }
}

function threadLine(thread: Row, { emails, tags }: Names): string {
  const { id, title, description, status, createdAt, createdById, assigneeId, snoozedUntil } = thread;
  const { waitingSince, responseCount = 0, tagIds, images = [] } = thread;
  const email = (userId: number | null): string | null => (userId && emails.get(userId)) || null;
  const time = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
  return csvLine([
    ...[String(id), title, description, status, time(createdAt), email(createdById), email(assigneeId)],
    ...[
      time(waitingSince),
      time(snoozedUntil),
      String(responseCount),
      tagIds.flatMap((tag) => tags.get(tag) ?? []).join('\n'),
      images.map(toAddress).join('\n'),
    ],
  ]);
}
