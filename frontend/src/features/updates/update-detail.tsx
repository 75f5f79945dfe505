import { useReadUpdate } from '@ecom-crm/openapi/updates/updates';
import { CreatedAt } from '../../components/ui/created-at';
import { RecordScreen } from '../../components/record/record-screen';
import { RecordState } from '../../components/record/record-state';
import { useRecordId } from '../../components/record/use-record-id';
import { updatePaths } from './update-paths';

/** One update, whole. */
export function UpdateDetail() {
  const id = useRecordId();
  const query = useReadUpdate(id, { query: { enabled: id > 0 } });
  return (
    <RecordScreen
      back={updatePaths.list}
      title={query.data?.title ?? 'Update'}
      record={query.data && { kind: 'update', recordId: id }}
    >
      <RecordState query={query} missingText="Update not found" failedText="Failed to fetch update">
        {({ content, createdAt }) => (
          <>
            <div className="record-head">
              <CreatedAt time={createdAt} />
            </div>
            <div className="card record-body">
              <p className="long-text">{content}</p>
            </div>
          </>
        )}
      </RecordState>
    </RecordScreen>
  );
}
