import { revertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ChangeDto, RevertedDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError, changeSetOf, fetchPage, versionOf } from '@ecom-crm/openapi/http';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import { invalidateRecords } from '../live/invalidation';
import { recordPath, recordTypes, type RecordRef } from '../record/record-types';
import { toastFailure } from '../toasts/failure-toast';
import { REDO, toast, UNDO, type ToastAction } from '../toasts/toast-store';
import { outcomeOf, type ChangeRef } from './undo-texts';

const CONFLICT = 'Changed again since then. Undo it in the history.';

type ChangeSet = RevertedDto['changeSet'] | undefined;

interface Tools {
  queryClient: QueryClient;
  navigate: NavigateFunction;
}

interface UndoActions {
  /** Says what undoing has done, with the way back or the way there, and reads again what it touched. */
  finishUndo: (done: RevertedDto, changes: ChangeRef[], hasChosen: boolean) => Promise<void>;
  /** Says why nothing was undone, and leads to what was changed again since. */
  failUndo: (error: unknown) => void;
  /** The action of a toast that undoes change sets, in this order; none where one of them is not known. */
  undoAction: (changeSets: ChangeSet[], then?: UndoOptions) => ToastAction | undefined;
  /** The action of a toast that brings back one record which was just deleted; `onDone` is called when it is there again. */
  undoDeletion: (record: RecordRef, onDone?: () => void) => ToastAction;
  /** The action of a toast that leads to a record. */
  openAction: (record: RecordRef) => ToastAction | undefined;
}

interface UndoOptions {
  /** What the changed record is called, for the message. */
  title?: string;
  /** Called when all of it is undone, from its message: later the person is somewhere else. */
  onDone?: () => void;
  /** Whether it changes many records. */
  isLarge?: boolean;
}

/** The change set of what was saved; none where that is as it was before, since then nothing is undone. */
export function changeSetSince(before: unknown, saved: unknown): string | undefined {
  const version = versionOf(saved);
  return version !== undefined && version === versionOf(before) ? undefined : changeSetOf(saved);
}

/** What undoes from a toast, on whichever screen the person is by then. */
export function useUndoActions(): UndoActions {
  const tools = { queryClient: useQueryClient(), navigate: useNavigate() };
  return {
    finishUndo: (done, changes, hasChosen) => finishUndo(tools, [done], { before: changes, hasChosen }),
    failUndo: (error) => failUndo(tools, error),
    undoAction: (changeSets, options) => undoAction(tools, changeSets, options),
    undoDeletion: (record, onDone) => undoLater(tools, () => deletionOf(record), { only: record, onDone }),
    openAction: (record) => openAction(tools, record),
  };
}

interface Finished {
  before?: ChangeRef[];
  hasChosen?: boolean;
  title?: string;
  /** Whether what was undone was itself an undo. */
  isRedo?: boolean;
  /** The button of the message: whether what was done is a step back or a change of its own. */
  label?: string;
}

function finishUndo(tools: Tools, done: RevertedDto[], finished: Finished): Promise<void> {
  const { before = [], isRedo = false, title, label } = finished;
  const changes = done.flatMap((one) => one.changes);
  const { description, restored } = outcomeOf({ changes }, finished);
  const open = restored && openAction(tools, { kind: restored.subjectKind, recordId: restored.subjectId });
  const again = undoAction(tools, done.map(({ changeSet }) => changeSet).reverse(), { isRedo: !isRedo, title, label });
  toast({ description, action: open ?? again });
  return invalidateRecords(tools.queryClient, touchedBy([...before, ...changes]));
}

function touchedBy(changes: ChangeRef[]): RecordRef[] {
  return changes.map(({ subjectKind: kind, subjectId: recordId }) => ({ kind, recordId }));
}

function failUndo(tools: Tools, error: unknown): void {
  const [met] = error instanceof ApiError ? error.conflicts : [];
  const action = met && openAction(tools, met);
  toastFailure(error, met && { title: 'Not undone', description: CONFLICT, action });
}

function openAction({ navigate }: Tools, { kind, recordId }: RecordRef): ToastAction | undefined {
  const path = recordTypes[kind]?.path(recordId);
  return path ? { label: 'Open', onClick: () => void navigate(path) } : undefined;
}

function undoAction(tools: Tools, changeSets: ChangeSet[], later: Later = {}): ToastAction | undefined {
  const known = changeSets.filter((changeSet) => typeof changeSet === 'string');
  const isKnown = known.length > 0 && known.length === changeSets.length;
  return isKnown ? undoLater(tools, () => Promise.resolve(known), later) : undefined;
}

interface Later extends UndoOptions {
  /** The record whose changes alone are undone. */
  only?: RecordRef;
  isRedo?: boolean;
  label?: string;
}

function undoLater(tools: Tools, findChangeSets: () => Promise<string[]>, later: Later): ToastAction {
  const { only, isRedo = false, title, onDone, isLarge, label = UNDO } = later;
  async function undo(isTold = true) {
    const done: RevertedDto[] = [];
    let wroteNothing: unknown;
    try {
      for (const changeSet of await findChangeSets())
        try {
          done.push(await revertChangeSet(changeSet, { only }));
        } catch (error) {
          // The request changed nothing, as with a tag that was there already. The other change sets are undone.
          if (!(error instanceof ApiError && error.status === 404)) throw error;
          wroteNothing = error;
        }
      if (done.length === 0 && wroteNothing) throw wroteNothing;
      // The next undo does not wait until all lists are read again.
      void finishUndo(tools, done, { isRedo, title, label: isRedo ? UNDO : REDO }).then(() => isTold && onDone?.());
    } catch (error) {
      failUndo(tools, error);
      // Of several change sets some may be undone.
      void invalidateRecords(tools.queryClient, touchedBy(done.flatMap(({ changes }) => changes)));
    }
  }
  return { label, onClick: undo, isLarge };
}

/** The change set that deleted a record: its newest one; none if somebody has brought the record back. */
async function deletionOf(record: RecordRef): Promise<string[]> {
  const { items } = await fetchPage<ChangeDto>(`${recordPath(record)}/history?limit=1`);
  return items.filter(({ operation }) => operation === 'delete').map(({ changeSet }) => changeSet);
}
