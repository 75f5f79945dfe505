import { Button } from 'antd';
import { FailedState } from '../ui/feedback';
import type { Pages } from './use-pages';

/** Stands below a list that is read a page at a press of a button: the button, or why the next page is not there. */
export function MoreOfList({ pages, failedText }: { pages: Pages<unknown>; failedText: string }) {
  if (pages.isMoreError) return <FailedState isBelow text={failedText} error={pages.error} onRetry={pages.retry} />;
  if (!pages.hasMore) return null;
  return (
    <Button loading={pages.isLoadingMore} onClick={pages.loadMore}>
      Show more
    </Button>
  );
}
