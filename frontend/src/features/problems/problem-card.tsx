import { DeleteOutlined } from '@ant-design/icons';
import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import type { ListView } from '../../components/list/list-view';
import { ThreadCard } from '../../components/thread/thread-card';
import { useDeleteDialog, type Ask } from './delete-dialog';
import { problemPaths } from './problem-paths';

/** A problem in the list; `ask` outlives its card. */
export function ProblemCard({ problem, view, ask }: { problem: ProblemDto; view: ListView; ask: Ask }) {
  const askToDelete = useDeleteDialog(problem, ask);
  return (
    <ThreadCard
      view={view}
      cardId={`problem-${problem.id}`}
      thread={problem}
      path={problemPaths.detail(problem.id)}
      actions={(headingId) => (
        <Button
          type="text"
          size="small"
          className="item-delete"
          aria-label="Delete problem"
          aria-describedby={headingId}
          title="Delete"
          icon={<DeleteOutlined aria-hidden />}
          onClick={askToDelete}
        />
      )}
    />
  );
}
