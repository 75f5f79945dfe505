import type { ReturnDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import {
  getReadReturnQueryKey,
  useChangeReturnStatus,
  useCreateReturnResponse,
  useListReturnResponses,
  useReadReturn,
} from '@ecom-crm/openapi/returns/returns';
import { CreatedAt } from '../../components/ui/created-at';
import { RecordScreen } from '../../components/record/record-screen';
import { RecordState } from '../../components/record/record-state';
import { ResponseThread } from '../../components/thread/response-thread';
import { StatusField } from '../../components/thread/status-select';
import { useAddResponse } from '../../components/thread/use-add-response';
import { useRecordId } from '../../components/record/use-record-id';
import { useStatus } from '../../components/thread/use-status';
import { returnPaths } from './return-paths';

/** A return with its responses. */
export function ReturnDetail() {
  const id = useRecordId();
  const enabled = id > 0;
  const query = useReadReturn(id, { query: { enabled } });
  // Read in parallel with the return.
  const responses = useListReturnResponses(id, { query: { enabled } });
  const record = { kind: 'return', recordId: id };
  const addResponse = useAddResponse(record, useCreateReturnResponse().mutateAsync);
  return (
    <RecordScreen back={returnPaths.list} title={query.data?.title ?? 'Return'} record={query.data && record}>
      <RecordState query={query} missingText="Return not found" failedText="Failed to fetch return">
        {(data) => (
          <>
            <Details record={data} />
            <ResponseThread query={responses} onAdd={addResponse} />
          </>
        )}
      </RecordState>
    </RecordScreen>
  );
}

function Details({ record: { id, description, createdAt, ...record } }: { record: ReturnDto }) {
  const { status, choose } = useStatus({
    record: { kind: 'return', recordId: id },
    saved: record.status,
    send: useChangeReturnStatus().mutateAsync,
    recordKey: getReadReturnQueryKey(id),
  });
  return (
    <>
      <div className="record-head">
        <StatusField value={status} onChange={choose} />
        <CreatedAt label="Created" time={createdAt} />
      </div>
      <div className="card record-body">
        <p className="long-text">{description}</p>
      </div>
    </>
  );
}
