import { revertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ChangeDto, RevertedDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError, fetchPage } from '@ecom-crm/openapi/http';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import { invalidateRecords } from '../live/invalidation';
import { recordPath, recordTypes, type RecordRef } from '../record/record-types';
import { toastFailure } from '../toasts/failure-toast';
import { toast, UNDO, type ToastAction } from '../toasts/toast-store';
import { outcomeOf, type ChangeRef } from './undo-texts';

/** What undoing does where it was undone already. */
const NOTHING: RevertedDto = { changeSet: null, changes: [] };
const CONFLICT = 'Changed again since then. Undo it in the history.';

interface Tools {
  queryClient: QueryClient;
  navigate: NavigateFunction;
}

interface UndoActions {
  /** Says what undoing has done, with the way back or the way there, and reads again what it touched. */
  finishUndo: (done: RevertedDto, changes: ChangeRef[], hasChosen: boolean) => Promise<void>;
  /** The action of a toast that undoes a change set; none where it is not known. */
  undoAction: (changeSet: string | null | undefined) => ToastAction | undefined;
  /** The action of a toast that brings back a record which was just deleted; `onDone` is called when it is there again. */
  undoDeletion: (record: RecordRef, onDone?: () => void) => ToastAction;
  /** The action of a toast that leads to a record. */
  openAction: (record: RecordRef) => ToastAction | undefined;
}

/** What undoes from a toast, on whichever screen the person is by then. */
export function useUndoActions(): UndoActions {
  const tools = { queryClient: useQueryClient(), navigate: useNavigate() };
  return {
    finishUndo: (done, changes, hasChosen) => finishUndo(tools, done, changes, hasChosen),
    undoAction: (changeSet) => undoAction(tools, changeSet),
    undoDeletion: (record, onDone) => undoLater(tools, () => deletionOf(record), onDone),
    openAction: (record) => openAction(tools, record),
  };
}

function finishUndo(tools: Tools, done: RevertedDto, changes: ChangeRef[] = [], hasChosen = false): Promise<void> {
  const { description, restored } = outcomeOf(done, hasChosen);
  const open = restored && openAction(tools, { kind: restored.subjectKind, recordId: restored.subjectId });
  toast({ description, action: open ?? undoAction(tools, done.changeSet) });
  const touched = [...changes, ...done.changes].map(({ subjectKind: kind, subjectId: recordId }) => ({
    kind,
    recordId,
  }));
  return invalidateRecords(tools.queryClient, touched);
}

function openAction({ navigate }: Tools, { kind, recordId }: RecordRef): ToastAction | undefined {
  const path = recordTypes[kind]?.path(recordId);
  return path ? { label: 'Open', onClick: () => void navigate(path) } : undefined;
}

function undoAction(tools: Tools, changeSet: string | null | undefined): ToastAction | undefined {
  return changeSet ? undoLater(tools, () => Promise.resolve(changeSet)) : undefined;
}

function undoLater(tools: Tools, findChangeSet: () => Promise<string | undefined>, onDone?: () => void): ToastAction {
  async function undo() {
    try {
      const changeSet = await findChangeSet();
      await finishUndo(tools, changeSet ? await revertChangeSet(changeSet, {}) : NOTHING);
      onDone?.();
    } catch (error) {
      const [met] = error instanceof ApiError ? error.conflicts : [];
      const action = met && openAction(tools, met);
      toastFailure(error, met && { title: 'Not undone', description: CONFLICT, action });
    }
  }
  return { label: UNDO, onClick: () => void undo() };
}

/** The change set that deleted a record: its newest one, unless somebody has brought the record back. */
async function deletionOf(record: RecordRef): Promise<string | undefined> {
  const { items } = await fetchPage<ChangeDto>(`${recordPath(record)}/history?limit=1`);
  return items.find(({ operation }) => operation === 'delete')?.changeSet;
}
