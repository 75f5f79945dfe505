import { DeleteOutlined } from '@ant-design/icons';
import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import { ThreadCard } from '../../components/thread/thread-card';
import { Thumbnails } from '../../components/images/thumbnails';
import { useDeleteDialog, type Ask } from './delete-dialog';
import { problemPaths } from './problem-paths';

/** A problem in the list; `ask` outlives its card. */
export function ProblemCard({ problem, ask }: { problem: ProblemDto; ask: Ask }) {
  const { id, title, description, status, images } = problem;
  const askToDelete = useDeleteDialog(problem, ask);
  return (
    <ThreadCard
      cardId={`problem-${id}`}
      title={title}
      description={description}
      status={status}
      path={problemPaths.detail(id)}
      actions={(headingId) => (
        <Button
          danger
          aria-label="Delete problem"
          aria-describedby={headingId}
          title="Delete"
          icon={<DeleteOutlined aria-hidden />}
          onClick={askToDelete}
        />
      )}
    >
      <Thumbnails images={images} oneRow />
    </ThreadCard>
  );
}
