import { DeleteOutlined } from '@ant-design/icons';
import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import { ThreadCard } from '../../components/thread-card';
import { Thumbnails } from '../../components/thumbnails';
import { useDeleteDialog } from './delete-dialog';
import { problemPaths } from './problem-paths';

/** A problem in the list. */
export function ProblemCard({ problem: { id, title, description, status, images } }: { problem: ProblemDto }) {
  const askToDelete = useDeleteDialog(id);
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
      {images.length > 0 && <Thumbnails images={images} />}
    </ThreadCard>
  );
}
