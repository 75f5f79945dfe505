import {
  getReadReturnQueryKey,
  useChangeReturnStatus,
  useCreateReturnResponse,
  useListReturnResponses,
  useReadReturn,
} from '@ecom-crm/openapi/returns/returns';
import { useRecordId } from '../../components/record/use-record-id';
import { ThreadScreen } from '../../components/thread/thread-screen';
import { returnPaths } from './return-paths';

/** A return with its responses. */
export function ReturnDetail() {
  const id = useRecordId();
  const enabled = id > 0;
  return (
    <ThreadScreen
      record={{ kind: 'return', recordId: id }}
      paths={returnPaths}
      title="Return"
      editLabel="Edit Return"
      missingText="Return not found"
      failedText="Failed to fetch return"
      query={useReadReturn(id, { query: { enabled } })}
      recordKey={getReadReturnQueryKey(id)}
      // Read in parallel with the return.
      responses={useListReturnResponses(id, { query: { enabled } })}
      sendStatus={useChangeReturnStatus().mutateAsync}
      sendResponse={useCreateReturnResponse().mutateAsync}
    />
  );
}
