import {
  getReadProblemQueryKey,
  useChangeProblemStatus,
  useCreateProblemResponse,
  useListProblemResponses,
  useReadProblem,
} from '@ecom-crm/openapi/problems/problems';
import { DeleteOutlined } from '@ant-design/icons';
import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import { useConfirm } from '../../components/ui/confirm/use-confirm';
import { useDeleteDialog, type Ask } from './delete-dialog';
import { useLastList } from '../../components/list/list-address';
import { Thumbnails } from '../../components/images/thumbnails';
import { useRecordId } from '../../components/record/use-record-id';
import { ThreadScreen } from '../../components/thread/thread-screen';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

/** A problem with its answers. */
export function ProblemDetail() {
  const id = useRecordId();
  const enabled = id > 0;
  const [ask, dialog] = useConfirm();
  const { mutateAsync: changeStatus } = useChangeProblemStatus();
  return (
    <>
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
        actions={(problem) => <DeleteButton problem={problem} ask={ask} />}
        // The viewer closes with its problem.
        more={({ images }) => <Thumbnails key={id} images={images} />}
      />
      {dialog}
    </>
  );
}

function DeleteButton({ problem, ask }: { problem: ProblemDto; ask: Ask }) {
  const showList = useLastList(problemPaths.list);
  const path = problemPaths.detail(problem.id);
  // Who went elsewhere until it was deleted stays there.
  const askToDelete = useDeleteDialog(problem, ask, () => window.location.pathname === path && showList());
  return (
    <Button
      type="text"
      className="record-delete"
      aria-label="Delete problem"
      title="Delete"
      icon={<DeleteOutlined aria-hidden />}
      onClick={askToDelete}
    />
  );
}
