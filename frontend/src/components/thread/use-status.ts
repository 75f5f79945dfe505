import { ifMatch } from '@ecom-crm/openapi/http';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { serverMessage } from '../lib/api-errors';
import { staleRecord } from '../live/stale-record';
import { showSaved } from '../live/invalidation';
import { changeSetSince, useUndoActions } from '../history/undo-action';
import { recordTypes, type RecordRef } from '../record/record-types';
import { toastFailure } from '../toasts/failure-toast';
import { toast, type ToastAction, type ToastMessage } from '../toasts/toast-store';
import { showEverywhere } from './queue/shown-changes';
import { useStatusCommands } from './status-commands';
import { statusLabel, type ThreadStatus } from './thread-status';

/** What has a status. */
interface StatusRecord {
  title: string;
  status: ThreadStatus;
}

export interface StatusOptions<T, Saved extends ThreadStatus | undefined = ThreadStatus> {
  record: RecordRef;
  /** The status that the server has, once it is known. */
  saved: Saved;
  send: (variables: { id: number; data: { status: ThreadStatus }; headers: ReturnType<typeof ifMatch> }) => Promise<T>;
  /** The query that holds the record. */
  recordKey: QueryKey;
}

export interface StatusChange<T> {
  /** The record as it is then. */
  changed: T;
  /** None where it was so before. */
  changeSet?: string;
  /** Whether it has the status that somebody else has chosen. */
  isTheirs: boolean;
}

/**
 * The status of a record: a choice shows at once, and goes back if the server refuses it. If somebody else has changed
 * the record since, the choice is saved all the same; but it never overwrites a status that somebody else has chosen.
 */
export function useStatus<T extends StatusRecord, Saved extends ThreadStatus | undefined = ThreadStatus>({
  record,
  saved,
  send,
  recordKey,
}: StatusOptions<T, Saved>) {
  const queryClient = useQueryClient();
  const { undoAction } = useUndoActions();
  const navigate = useNavigate();
  /** What leads back to the record, where the screen shows another one by now. */
  function wayBack() {
    const path = recordTypes[record.kind]?.path(record.recordId);
    const isElsewhere = path !== undefined && window.location.pathname !== path;
    return isElsewhere ? { label: 'Open', onClick: () => void navigate(path) } : undefined;
  }
  async function save(status: ThreadStatus): Promise<StatusChange<T>> {
    try {
      const change = await sendStatus(status);
      await showSaved(queryClient, record, { recordKey, saved: change.changed });
      // The queue that one goes back to must not show as waiting what was resolved here.
      showEverywhere(queryClient, record, { status: change.changed.status });
      return change;
    } catch (error) {
      const title = queryClient.getQueryData<T>(recordKey)?.title;
      const action = wayBack();
      const text = serverMessage(error);
      toastFailure(error, { title: 'Error', description: action && title ? `“${title}”: ${text}` : text, action });
      throw error;
    }
  }
  async function sendStatus(status: ThreadStatus): Promise<StatusChange<T>> {
    let base = queryClient.getQueryData<T>(recordKey);
    while (true) {
      try {
        const changed = await send({ id: record.recordId, data: { status }, headers: ifMatch(base) });
        return { changed, changeSet: changeSetSince(base, changed), isTheirs: false };
      } catch (error) {
        const current = staleRecord(error, base);
        if (current.status !== base?.status && current.status !== status) return { changed: current, isTheirs: true };
        base = current;
      }
    }
  }
  const { mutateAsync, isPending, variables } = useMutation({
    // Of another record than this, if the person goes on to the next one in between: that change ends as it began.
    mutationKey: recordKey,
    mutationFn: save,
    // One after the other: of two quick choices the later one stays.
    scope: { id: JSON.stringify(recordKey) },
    onSuccess: ({ changed, changeSet, isTheirs }) => {
      if (isTheirs) return toast(overtaken(changed, wayBack()));
      const action = undoAction([changeSet], { title: changed.title });
      toast({ title: 'Success', description: 'Status updated successfully', action });
    },
  });
  const status = isPending ? variables : saved;
  function choose(chosen: ThreadStatus) {
    if (chosen === status) toast({ description: `The status is ${statusLabel(chosen)} already` });
    else void mutateAsync(chosen).catch(() => undefined);
  }
  useStatusCommands(status, choose);
  return {
    status,
    choose,
    /**
     * The same as a part of something larger, which says how it went. Not as the mutation, which belongs to the record on
     * the screen: that may be the next one by then.
     */
    change: save,
  };
}

function overtaken({ title, status }: StatusRecord, wayBack: ToastAction | undefined): ToastMessage {
  const label = statusLabel(status);
  const description = wayBack
    ? `“${title}”: a colleague set it to ${label}.`
    : `A colleague set it to ${label}. Choose again to override.`;
  return { title: 'Not changed', description, variant: 'destructive', action: wayBack };
}
