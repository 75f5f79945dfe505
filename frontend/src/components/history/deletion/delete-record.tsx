import { DeleteOutlined } from '@ant-design/icons';
import { revertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError, fetchPage } from '@ecom-crm/openapi/http';
import { Button } from 'antd';
import { useLastList } from '../../list/list-address';
import { recordPath, recordTypes, type RecordRef } from '../../record/record-types';
import { toastFailure } from '../../toasts/failure-toast';
import { toast } from '../../toasts/toast-store';
import { useConfirm } from '../../ui/confirm/use-confirm';
import { focusHeadingIfLost } from './focus-heading';
import { useUndoActions } from '../undo-action';

/** The most entries of a history that are read at once. */
const HISTORY_PAGE = 200;

/** Deletes a record of a kind without a `DELETE` of its own: asks first, and then undoes its creation. */
export function DeleteRecord({ record }: { record: RecordRef }) {
  const { noun = 'record', isThread, path, count } = recordTypes[record.kind] ?? {};
  const showList = useLastList(count?.path ?? '/');
  const { finishUndo } = useUndoActions();
  const [ask, dialog] = useConfirm();

  async function remove() {
    try {
      const creation = await creationOf(record);
      if (creation) await undo(creation);
      else
        toast({
          title: 'Error',
          description: `The history does not say who created this ${noun}. It cannot be deleted`,
          variant: 'destructive',
        });
    } catch (error) {
      toastFailure(error);
    }
    // The button, which gets the focus back from the dialog, goes with its record.
    focusHeadingIfLost();
  }
  async function undo(creation: ChangeDto) {
    const undone = await undoCreation(record, creation);
    // Who went elsewhere until it was deleted stays there.
    if (window.location.pathname === path?.(record.recordId)) showList();
    await finishUndo(undone, [creation], false);
  }
  return (
    <>
      <Button
        type="text"
        className="record-delete"
        aria-label={`Delete ${noun}`}
        title="Delete"
        icon={<DeleteOutlined aria-hidden />}
        onClick={() =>
          void ask({
            title: `Delete this ${noun}?`,
            content: `The ${noun}${isThread ? ' and its responses' : ''} can be restored from “Deleted records”.`,
            okText: 'Delete',
            okButtonProps: { danger: true },
            cancelText: 'Cancel',
            onOk: remove,
          })
        }
      />
      {dialog}
    </>
  );
}

/** The change that created a record, or the last one that brought it back; undefined where the history has neither. */
async function creationOf(record: RecordRef): Promise<ChangeDto | undefined> {
  let next: string | null = `${recordPath(record)}/history?limit=${HISTORY_PAGE}`;
  while (next) {
    const page: { items: ChangeDto[]; next: string | null } = await fetchPage<ChangeDto>(next);
    const found = page.items.find(({ kind, operation }) => kind === record.kind && operation === 'insert');
    if (found) return found;
    next = page.next;
  }
  return undefined;
}

/** Undoes the creation, also where the record was changed since. Throws where somebody changes it between the two requests. */
async function undoCreation(record: RecordRef, { changeSet }: ChangeDto) {
  try {
    return await revertChangeSet(changeSet, { only: record });
  } catch (error) {
    const conflicts = error instanceof ApiError ? error.conflicts : [];
    if (conflicts.length === 0) throw error;
    const choices = conflicts.map(({ kind, recordId, field, version }) => ({
      kind,
      recordId,
      field,
      version,
      take: 'restore' as const,
    }));
    return await revertChangeSet(changeSet, { only: record, choices });
  }
}
