import { versionOf, withVersion } from '@ecom-crm/openapi/http';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { recordKey, recordTypes, type RecordRef } from '../../record/record-types';
import type { ThreadStatus } from '../thread-status';
import { itemQuery, QUEUE_API } from './queue-api';

/** What staff change of a thread without editing it; null for none. */
export interface ThreadFields {
  assigneeId?: number | null;
  snoozedUntil?: string | null;
  status?: ThreadStatus;
}

export interface Shown extends ThreadFields {
  id: number;
  kind?: string;
  title?: string;
  tagIds?: number[];
}

export function isSame<T>(one: T | null | undefined, other: T | null | undefined): boolean {
  return (one ?? undefined) === (other ?? undefined);
}

/** Whether a query holds the record, by itself or in a list. */
export function isShowing(record: RecordRef): (query: Pick<Query, 'queryKey'>) => boolean {
  const lists = [recordTypes[record.kind]?.api, QUEUE_API];
  const own = [recordKey(record)[0], itemQuery(record).queryKey[0]];
  return ({ queryKey: [first, second] }) =>
    own.includes(String(first)) || (second === 'pages' && lists.includes(String(first)));
}

/** A list of tags with one more, or one less; `isBack` takes that back, whatever else was changed since. */
export function tagChange(id: number, isWanted: boolean) {
  return (before: unknown, isBack = false) => {
    const others = ((before ?? []) as number[]).filter((one) => one !== id);
    return isWanted === isBack ? others : [...others, id];
  };
}

/** What a query had of a record before a change. */
export interface Earlier {
  key: QueryKey;
  item: Shown;
}

/** Of the changes that are shown, until the lists that they concern are read again and drawn. */
export const unread = new Set<Earlier>();

/** Whether a change of one's own is shown, and the lists were not drawn again since: what leaves them was changed here. */
export function isChanging(record: RecordRef): boolean {
  return [...unread].some(({ item }) => isSameRecord(item, record));
}

type Pages = InfiniteData<{ items: Shown[] }>;

/** Shows new values of a record on its screen and in lists, before they are read again; answers what was there. */
export function showEverywhere(queryClient: QueryClient, record: RecordRef, fields: object): Earlier[] {
  const all = queryClient.getQueriesData<Shown | Pages>({ predicate: isShowing(record) });
  const earlier = all.flatMap(([key, data]) => {
    const items = data && ('pages' in data ? data.pages.flatMap((page) => page.items) : [data]);
    const item = items?.find((one) => isSameRecord(one, record));
    return item ? [{ key, item }] : [];
  });
  for (const { key } of earlier) showIn(queryClient, key, record, fields);
  return earlier;
}

/** Takes a change back, and nothing that was changed since. */
export function setBack(queryClient: QueryClient, record: RecordRef, fields: object, earlier: Earlier[]): void {
  for (const { key, item } of earlier) {
    const back = backTo(item, fields);
    showIn(queryClient, key, record, back);
    // A later change that fails, too, must not set back to this one.
    for (const later of unread)
      if (later.key === key && isSameRecord(later.item, record)) later.item = withFields(later.item, back);
  }
}

function backTo(earlier: Shown, fields: object): object {
  const back = Object.entries(fields).map(([name, value]: [string, unknown]) => {
    const before = earlier[name as keyof Shown];
    return [name, (now: unknown) => (isChange(value) ? value(now, true) : isSame(now, value) ? before : now)];
  });
  return Object.fromEntries(back) as object;
}

function showIn(queryClient: QueryClient, key: QueryKey, record: RecordRef, fields: object): void {
  const changed = (item: Shown) => (isSameRecord(item, record) ? withFields(item, fields) : item);
  queryClient.setQueryData(
    key,
    (now: Shown | Pages | undefined) =>
      now &&
      ('pages' in now
        ? { ...now, pages: now.pages.map((page) => ({ ...page, items: page.items.map(changed) })) }
        : changed(now)),
  );
}

/** A list over several kinds names the kind of each. */
function isSameRecord({ id, kind }: Shown, record: RecordRef): boolean {
  return id === record.recordId && (kind ?? record.kind) === record.kind;
}

type Change = (before: unknown, isBack?: boolean) => unknown;

function isChange(value: unknown): value is Change {
  return typeof value === 'function';
}

function withFields(item: Shown, fields: object): Shown {
  const next = Object.entries(fields).map(([name, value]: [string, unknown]) => [
    name,
    isChange(value) ? value(item[name as keyof Shown]) : (value ?? undefined),
  ]);
  return withVersion({ ...item, ...(Object.fromEntries(next) as object) }, versionOf(item));
}
