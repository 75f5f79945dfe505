import { SearchOutlined } from '@ant-design/icons';
import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fetchPage } from '@ecom-crm/openapi/http';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMarkAsSeen } from '../../live/notifications';
import { recordPath, type RecordRef } from '../../record/record-types';
import { EmptyState } from '../../ui/feedback';
import { TimeAgo } from '../../ui/time-ago';
import { Author } from '../author';
import { RecordHistory } from '../record-history';
import { useUndo } from '../use-undo';

interface DeletedRecordProps {
  record: RecordRef;
  missingText: string;
  /** Whether the screen shows the history of the record elsewhere. */
  hasHistory: boolean;
  onRestored: () => void;
}

/** Stands in for a record that is not there: says who deleted it, if somebody has, and brings it back. */
export default function DeletedRecord({ record, missingText, hasHistory, onRestored }: DeletedRecordProps) {
  const path = `${recordPath(record)}/history`;
  const { data, isPending } = useQuery({
    queryKey: [path, 'newest'],
    queryFn: ({ signal }) => fetchPage<ChangeDto>(`${path}?limit=1`, { signal }),
    refetchOnMount: 'always',
  });
  const { undo, undoing, dialogs } = useUndo(onRestored);
  useMarkAsSeen(record);
  // The newest change of a record that is gone belongs to its deletion; it may be that of a response, which went with it.
  const newest = data?.items[0];
  if (isPending) return <EmptyState icon={<SearchOutlined />} text={missingText} />;
  if (newest?.operation !== 'delete')
    return (
      <EmptyState
        icon={<SearchOutlined />}
        text={missingText}
        hint="It may have been removed, or the address is wrong."
      />
    );
  return (
    <div>
      <EmptyState
        icon={<SearchOutlined />}
        text={missingText}
        action={
          <>
            <p className="muted">
              It was deleted by <Author change={newest} /> <TimeAgo time={newest.at} />.
            </p>
            <Button
              type="primary"
              loading={undoing.length > 0}
              onClick={() => void undo({ changeSet: newest.changeSet, changes: [newest], only: record })}
            >
              Restore
            </Button>
          </>
        }
      />
      {!hasHistory && <RecordHistory record={record} onRestored={onRestored} />}
      {dialogs}
    </div>
  );
}
