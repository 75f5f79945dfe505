import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { focusIfLost } from '../lib/focus-if-lost';
import { FailedState } from '../ui/feedback';
import type { Pages } from './use-pages';

/** Stands below a list that is read a page at a press of a button: the button, or why the next page is not there. */
export function MoreOfList({ pages, failedText }: { pages: Pages<unknown>; failedText: string }) {
  const { source, hasMore, isMoreError, isLoadingMore } = pages;
  const place = useRef<HTMLDivElement>(null);
  const [pressedIn, setPressedIn] = useState<string>();
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || isLoadingMore) return;
    isAwaited.current = false;
    // The button that was pressed may be gone.
    focusIfLost(() => place.current?.querySelector('button') ?? place.current);
  }, [isLoadingMore, hasMore, isMoreError]);
  function press(read: () => void) {
    isAwaited.current = true;
    setPressedIn(source.firstPage);
    read();
  }
  if (!hasMore && !isMoreError && pressedIn !== source.firstPage) return null;
  return (
    <div ref={place} tabIndex={-1}>
      {(hasMore || isMoreError) && <p className="print-only">The list has more than is printed here.</p>}
      {isMoreError ? (
        <FailedState isBelow text={failedText} error={pages.error} onRetry={() => press(pages.retry)} />
      ) : hasMore ? (
        <Button loading={isLoadingMore} onClick={() => press(pages.loadMore)}>
          Show more
        </Button>
      ) : (
        <p className="muted small">No more entries</p>
      )}
    </div>
  );
}
