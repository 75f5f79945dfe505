import { changeSetOf, http, ifMatch, versionOf, withVersion } from '@ecom-crm/openapi/http';
import { addTag, removeTag } from '@ecom-crm/openapi/tags/tags';
import { useQueryClient, type InfiniteData, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { staleRecord } from '../../lib/api-errors';
import { changeSetSince, useUndoActions } from '../../history/undo-action';
import { invalidateRecords } from '../../live/invalidation';
import { useKnownPeople, type People } from '../../people/use-people';
import { recordAddress, recordKey, recordTypes, type RecordRef } from '../../record/record-types';
import { toastFailure } from '../../toasts/failure-toast';
import { toast, UNDO, type ToastMessage } from '../../toasts/toast-store';
import { statusLabel, type ThreadStatus } from '../thread-status';
import { itemQuery, QUEUE_API } from './queue-api';

const CHANGE_KEY = ['thread-change'];

/** What staff change of a thread without editing it; null for none. */
interface ThreadFields {
  assigneeId?: number | null;
  snoozedUntil?: string | null;
  status?: ThreadStatus;
}

/** What is chosen in one opening of a picker: the message tells all of it, and its undo takes back all of it. */
export class Batch {
  readonly texts: string[] = [];
  /** The last first. */
  readonly changeSets: (string | undefined)[] = [];
  /** What is undone in another way than by its change set. */
  readonly undos: (() => void)[] = [];
}

interface Shown extends ThreadFields {
  id: number;
  kind?: string;
  tagIds?: number[];
}

/** Changes who takes care of a thread, until when it is put off, and its tags: it shows at once, on the screen and in lists, and goes back if the server refuses it. */
export function useThreadChange() {
  const queryClient = useQueryClient();
  const { undoAction } = useUndoActions();
  const { nameOf } = useKnownPeople();

  async function run(
    record: RecordRef,
    fields: object,
    done: (answer: object) => ToastMessage,
    send: () => Promise<object>,
  ): Promise<boolean> {
    const shows = isShowing(record);
    // A reading that began before the change would bring the old values back; a first reading goes on.
    await queryClient.cancelQueries({ predicate: (query) => query.state.data !== undefined && shows(query) });
    const earlier = showEverywhere(queryClient, record, fields);
    earlier.forEach((one) => unanswered.add(one));
    try {
      // As a mutation, so that live changes of it wait until it is done.
      const answer = await queryClient
        .getMutationCache()
        .build<object, Error, void, unknown>(queryClient, { mutationKey: CHANGE_KEY, mutationFn: send })
        .execute();
      toast(done(answer));
      return true;
    } catch (error) {
      setBack(queryClient, record, fields, earlier);
      if (error instanceof ChangedByColleague) {
        showEverywhere(queryClient, record, error.fields);
        toast(notChanged(error.fields, nameOf));
      } else toastFailure(error);
      return false;
    } finally {
      earlier.forEach((one) => unanswered.delete(one));
      // The last of several quick changes reads again: before it the server does not know them all.
      const isLast = queryClient.isMutating({ mutationKey: CHANGE_KEY }) === 0;
      void invalidateRecords(queryClient, [record], { refetchType: isLast ? 'active' : 'none' });
    }
  }

  function tellAll({ texts, changeSets, undos }: Batch): ToastMessage {
    const revert = undoAction(...changeSets);
    const all = revert ? [revert.onClick, ...undos] : [...undos];
    const action = all.length > 0 ? { label: UNDO, onClick: () => all.forEach((undo) => undo()) } : undefined;
    return { description: texts.join('. '), action };
  }

  return {
    /**
     * Sets fields, unless a colleague has set one of them by now to what was not `shown`. Answers whether it was saved;
     * `said` is the text of the toast that undoes it.
     */
    change: (record: RecordRef, fields: ThreadFields, said: string, shown: ThreadFields) => {
      const names = Object.keys(fields) as (keyof ThreadFields)[];
      const known = queryClient.getQueryData<Shown>(recordKey(record));
      // Lists have no versions: without one the server answers first what it has.
      let base = known && names.every((name) => isSame(known[name], shown[name])) ? known : undefined;
      const done = (answer: object) => ({ description: said, action: undoAction(changeSetSince(base, answer)) });
      return run(record, fields, done, async () => {
        while (true) {
          try {
            return await http<object>(recordAddress(record), patchOf(fields, ifMatch(base)));
          } catch (error) {
            const current = staleRecord<Shown>(error, base);
            const theirs = names.filter(
              (name) => current[name] && !isSame(current[name], shown[name]) && !isSame(current[name], fields[name]),
            );
            if (theirs.length > 0)
              throw new ChangedByColleague(Object.fromEntries(theirs.map((name) => [name, current[name]])));
            base = current;
          }
        }
      });
    },
    /** Adds a tag, or takes it away, as a part of `batch`; `undo` undoes it in another way than by its change set. */
    tag: (
      record: RecordRef,
      { id, name }: { id: number; name: string },
      isWanted: boolean,
      batch = new Batch(),
      undo?: () => void,
    ) => {
      const done = (answer: object) => {
        batch.texts.push(isWanted ? `Tagged “${name}”` : `Tag “${name}” removed`);
        if (undo) batch.undos.push(undo);
        else batch.changeSets.unshift(changeSetOf(answer));
        return tellAll(batch);
      };
      return run(record, { tagIds: tagChange(id, isWanted) }, done, () =>
        (isWanted ? addTag : removeTag)(record.kind, record.recordId, id),
      );
    },
  };
}

class ChangedByColleague extends Error {
  /** What the colleague has set. */
  constructor(readonly fields: ThreadFields) {
    super('A colleague has changed the record');
  }
}

function notChanged({ assigneeId, status }: ThreadFields, nameOf: People['nameOf']) {
  const who = (assigneeId && nameOf(assigneeId)) || 'A colleague';
  const done = assigneeId ? 'has it already' : status ? `set it to ${statusLabel(status)}` : 'has put it off already';
  return {
    title: 'Not changed',
    description: `${who} ${done}. Choose again to override.`,
    variant: 'destructive',
  } as const;
}

function isSame<T>(one: T | null | undefined, other: T | null | undefined): boolean {
  return (one ?? undefined) === (other ?? undefined);
}

function patchOf(fields: object, headers: ReturnType<typeof ifMatch>): RequestInit {
  return { method: 'PATCH', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(fields) };
}

/** Whether a query holds the record, by itself or in a list. */
function isShowing(record: RecordRef): (query: Pick<Query, 'queryKey'>) => boolean {
  const lists = [recordTypes[record.kind]?.api, QUEUE_API];
  const own = [recordKey(record)[0], itemQuery(record).queryKey[0]];
  return ({ queryKey: [first, second] }) =>
    own.includes(String(first)) || (second === 'pages' && lists.includes(String(first)));
}

/** A list of tags with one more, or one less; `isBack` takes that back, whatever else was changed since. */
function tagChange(id: number, isWanted: boolean) {
  return (before: unknown, isBack = false) => {
    const others = ((before ?? []) as number[]).filter((one) => one !== id);
    return isWanted === isBack ? others : [...others, id];
  };
}

/** What a query had of a record before a change. */
interface Earlier {
  key: QueryKey;
  item: Shown;
}

/** Of the changes that are shown already, and that the server has not answered. */
const unanswered = new Set<Earlier>();

/** Whether a change of one's own is shown that the server has not answered. */
export function isChanging(record: RecordRef): boolean {
  return [...unanswered].some(({ item }) => isSameRecord(item, record));
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
function setBack(queryClient: QueryClient, record: RecordRef, fields: object, earlier: Earlier[]): void {
  for (const { key, item } of earlier) {
    const back = backTo(item, fields);
    showIn(queryClient, key, record, back);
    // A later change that fails, too, must not set back to this one.
    for (const later of unanswered)
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
