import { changeSetOf, http, ifMatch } from '@ecom-crm/openapi/http';
import { addTag, removeTag } from '@ecom-crm/openapi/tags/tags';
import { useQueryClient } from '@tanstack/react-query';
import { serverMessage } from '../../lib/api-errors';
import { staleRecord } from '../../live/stale-record';
import { changeSetSince, useUndoActions } from '../../history/undo-action';
import { invalidateRecords } from '../../live/invalidation';
import { useKnownPeople, type People } from '../../people/use-people';
import { recordAddress, recordKey, type RecordRef } from '../../record/record-types';
import { toastFailure } from '../../toasts/failure-toast';
import { currentToasts, toast, UNDO, undoOf, type ToastMessage } from '../../toasts/toast-store';
import { noteUndo } from '../../toasts/undo-stack';
import { statusLabel } from '../thread-status';
import {
  isSame,
  isShowing,
  setBack,
  showEverywhere,
  tagChange,
  unread,
  type Shown,
  type ThreadFields,
} from './shown-changes';

const CHANGE_KEY = ['thread-change'];

/** Of the changes, in the order in which they are begun: the last one, and the last one that a message told of. */
let lastOrder = 0;
let toldOrder = 0;

/** What is chosen in one opening of a picker: the message tells all of it, and its undo takes back all of it. */
export class Batch {
  readonly texts: string[] = [];
  /** The last first. */
  readonly changeSets: (string | undefined)[] = [];
  /** What is undone in another way than by its change set. */
  readonly undos: (() => Promise<void>)[] = [];
  /** `label` is that of its undo. */
  constructor(readonly label = UNDO) {}
}

/** Changes who takes care of a thread, until when it is put off, and its tags: it shows at once, on the screen and in lists, and goes back if the server refuses it. */
export function useThreadChange() {
  const queryClient = useQueryClient();
  const { undoAction } = useUndoActions();
  const { nameOf } = useKnownPeople();

  async function run(
    record: RecordRef,
    fields: object,
    done: (answer: object, title: string | undefined) => ToastMessage,
    send: () => Promise<object>,
  ): Promise<boolean> {
    const order = ++lastOrder;
    const shows = isShowing(record);
    // A reading that began before the change would bring the old values back; a first reading goes on.
    await queryClient.cancelQueries({ predicate: (query) => query.state.data !== undefined && shows(query) });
    const earlier = showEverywhere(queryClient, record, fields);
    earlier.forEach((one) => unread.add(one));
    const title = earlier.find(({ item }) => item.title)?.item.title;
    try {
      // As a mutation, so that live changes of it wait until it is done.
      const answer = await queryClient
        .getMutationCache()
        .build<object, Error, void, unknown>(queryClient, { mutationKey: CHANGE_KEY, mutationFn: send })
        .execute();
      const message = done(answer, title);
      const undo = undoOf(message);
      // What was done later, and is on the screen, is what a key undoes first.
      if (order > toldOrder || !currentToasts().some(({ open }) => open)) toast(message);
      else if (undo) noteUndo(undo, true);
      toldOrder = Math.max(order, toldOrder);
      return true;
    } catch (error) {
      setBack(queryClient, record, fields, earlier);
      if (error instanceof ChangedByColleague) {
        showEverywhere(queryClient, record, error.fields);
        toast(notChanged(error.fields, nameOf));
      } else {
        const text = serverMessage(error);
        // The person may be at another one by now.
        toastFailure(error, { title: 'Error', description: title ? `“${title}”: ${text}` : text });
      }
      return false;
    } finally {
      // The last of several quick changes reads again: before it the server does not know them all.
      const isLast = queryClient.isMutating({ mutationKey: CHANGE_KEY }) === 0;
      void invalidateRecords(queryClient, [record], { refetchType: isLast ? 'active' : 'none' }).then(() =>
        // Not before it is drawn.
        setTimeout(() => earlier.forEach((one) => unread.delete(one))),
      );
    }
  }

  function tellAll(batch: Batch, title: string | undefined): ToastMessage {
    const { texts, changeSets, undos, label } = batch;
    const revert = undoAction(changeSets, { title });
    const all = revert ? [revert.onClick, ...undos] : [...undos];
    const onClick = async () => void (await Promise.all(all.map(async (undo) => undo())));
    return { description: texts.join('. '), action: all.length > 0 ? { label, onClick, of: batch } : undefined };
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
      const done = (answer: object, title?: string) => ({
        description: said,
        action: undoAction([changeSetSince(base, answer)], { title }),
      });
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
      undo?: () => Promise<void>,
    ) => {
      const done = (answer: object, title?: string) => {
        batch.texts.push(isWanted ? `Tagged “${name}”` : `Tag “${name}” removed`);
        if (undo) batch.undos.push(undo);
        else batch.changeSets.unshift(changeSetOf(answer));
        return tellAll(batch, title);
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

function patchOf(fields: object, headers: ReturnType<typeof ifMatch>): RequestInit {
  return { method: 'PATCH', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(fields) };
}
