import { Button } from 'antd';
import { serverMessage } from '../../components/lib/api-errors';

/** Says that the items could not be read. */
export function ItemsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <p role="alert">
      Could not read the open items. {serverMessage(error, '')} <Button onClick={onRetry}>Retry</Button>
    </p>
  );
}
