import {
  getReadProblemQueryKey,
  useChangeProblemStatus,
  useCreateProblemResponse,
  useListProblemResponses,
  useReadProblem,
} from '@ecom-crm/openapi/problems/problems';
import { Thumbnails } from '../../components/images/thumbnails';
import { useRecordId } from '../../components/record/use-record-id';
import { ThreadScreen } from '../../components/thread/thread-screen';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

/** A problem with its answers. */
export function ProblemDetail() {
  const id = useRecordId();
  const enabled = id > 0;
  const { mutateAsync: changeStatus } = useChangeProblemStatus();
  return (
    <ThreadScreen
      record={{ kind: 'problem', recordId: id }}
      paths={problemPaths}
      title="Problem"
      editLabel="Edit Problem"
      missingText="Problem not found"
      failedText="Failed to fetch problem"
      query={useReadProblem(id, withImageAddresses, { query: { enabled } })}
      recordKey={getReadProblemQueryKey(id, withImageAddresses)}
      // Read in parallel with the problem.
      responses={useListProblemResponses(id, { query: { enabled } })}
      sendStatus={(variables) => changeStatus({ ...variables, params: withImageAddresses })}
      sendResponse={useCreateProblemResponse().mutateAsync}
      more={({ images }) => <Thumbnails images={images} />}
    />
  );
}
