import { EditOutlined } from '@ant-design/icons';
import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import {
  getReadProblemQueryKey,
  useChangeProblemStatus,
  useCreateProblemResponse,
  useListProblemResponses,
  useReadProblem,
} from '@ecom-crm/openapi/problems/problems';
import { CreatedAt } from '../../components/ui/created-at';
import { LinkButton } from '../../components/ui/link-button';
import { RecordScreen } from '../../components/record/record-screen';
import { RecordState } from '../../components/record/record-state';
import { ResponseThread } from '../../components/thread/response-thread';
import { StatusField } from '../../components/thread/status-select';
import { Thumbnails } from '../../components/images/thumbnails';
import { useAddResponse } from '../../components/thread/use-add-response';
import { useRecordId } from '../../components/record/use-record-id';
import { useStatus } from '../../components/thread/use-status';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

/** A problem with its answers. */
export function ProblemDetail() {
  const id = useRecordId();
  const enabled = id > 0;
  const query = useReadProblem(id, withImageAddresses, { query: { enabled } });
  // Read in parallel with the problem.
  const responses = useListProblemResponses(id, { query: { enabled } });
  const record = { kind: 'problem', recordId: id };
  const addResponse = useAddResponse(record, useCreateProblemResponse().mutateAsync);
  return (
    <RecordScreen back={problemPaths.list} title={query.data?.title ?? 'Problem'} record={query.data && record}>
      <RecordState query={query} missingText="Problem not found" failedText="Failed to fetch problem">
        {(problem) => (
          <>
            <Problem problem={problem} />
            <ResponseThread query={responses} onAdd={addResponse} />
          </>
        )}
      </RecordState>
    </RecordScreen>
  );
}

function Problem({ problem: { id, description, images, createdAt, ...problem } }: { problem: ProblemDto }) {
  const { mutateAsync } = useChangeProblemStatus();
  const { status, choose } = useStatus({
    record: { kind: 'problem', recordId: id },
    saved: problem.status,
    send: (variables) => mutateAsync({ ...variables, params: withImageAddresses }),
    recordKey: getReadProblemQueryKey(id, withImageAddresses),
  });
  return (
    <>
      <div className="record-head">
        <StatusField value={status} onChange={choose} />
        <CreatedAt label="Created" time={createdAt} />
        <LinkButton id="edit-problem" to={problemPaths.edit(id)} icon={<EditOutlined aria-hidden />}>
          Edit Problem
        </LinkButton>
      </div>
      <div className="card record-body">
        <p className="long-text">{description}</p>
        <Thumbnails images={images} />
      </div>
    </>
  );
}
