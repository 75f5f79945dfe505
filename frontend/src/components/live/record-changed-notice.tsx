import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { isBelow } from './invalidation';
import { useChanges, type LiveChange } from './change-bus';
import { useUserName } from './use-user-name';
import { useUndoActions } from '../history/undo-action';
import { recordTypes, recordPath, type RecordRef } from '../record/record-types';
import { formatDateTime } from '../ui/time-ago';
import './record-changed-notice.css';

/** Follows what others do to the record on the screen: what is only read shows it at once, what is typed stays as it is. */
export function RecordChangedNotice({ record, isEdited }: { record: RecordRef; isEdited: boolean }) {
  const [last, forget] = useLastChange(record, isEdited);
  const { undoDeletion } = useUndoActions();
  const nameOf = useUserName();
  const who = last?.userEmail ? nameOf(last.userId, last.userEmail) : 'Somebody, directly in the database,';
  const isKept = isEdited || isTyping();
  return (
    <div className={last ? 'record-changed' : undefined}>
      <p role="status">{last && newsText(last, who, isKept)}</p>
      {/* Otherwise the screen says that it is gone, and has the button. */}
      {last?.operation === 'delete' && isKept && (
        <Button size="small" onClick={() => void undoDeletion(record, forget).onClick()}>
          Restore
        </Button>
      )}
    </div>
  );
}

function useLastChange(record: RecordRef, isEdited: boolean): [last: LiveChange | undefined, forget: () => void] {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<LiveChange>();
  useChanges([record.kind], (all) => {
    const changes = all.filter(({ subjectId }) => subjectId === record.recordId);
    if (all.length > 0 && changes.length === 0) return;
    const ofRecord = changes.filter(({ kind }) => kind === record.kind).at(-1) ?? last;
    setLast(ofRecord);
    const isGone = ofRecord?.operation === 'delete';
    const path = recordPath(record);
    // A screen that says that there is nothing would take away what is being typed.
    const keepsAll = isEdited || (isGone && isTyping());
    const predicate = ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
      isBelow(String(first), keepsAll ? `${path}/history` : path);
    void queryClient.invalidateQueries({ predicate });
  });
  const isShown = isEdited || last?.operation === 'delete';
  return [isShown ? last : undefined, () => setLast(undefined)];
}

function newsText({ operation, at, kind }: LiveChange, who: string, isKept: boolean): string {
  const when = formatDateTime(at);
  if (operation !== 'delete')
    return `${who} changed this at ${when}. If you both edited a field, you choose when you save.`;
  const noun = recordTypes[kind]?.noun ?? 'record';
  const kept = isKept ? ` What you typed is kept. It can be saved once the ${noun} is restored.` : '';
  return `${who} deleted this ${noun} at ${when}.${kept}`;
}

/** A form that begins with a text says itself whether it was edited. */
function isTyping(): boolean {
  const areas = [...document.querySelectorAll<HTMLTextAreaElement>('main textarea')];
  return areas.some((area) => area.value.trim() !== '' && !area.closest('[data-edited=false]'));
}
