import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { focusIfLost } from '../lib/focus-if-lost';
import { FailedState } from '../ui/feedback';
import type { Pages } from './use-pages';

/** Stands below a list that is read a page at a press of a button: the button, or why the next page is not there. */
export function MoreOfList({ pages, failedText }: { pages: Pages<unknown>; failedText: string }) {
  const { source, hasMore, isMoreError } = pages;
  const place = useRef<HTMLDivElement>(null);
  const [pressedIn, setPressedIn] = useState<string>();
  const wasPressed = pressedIn === source.firstPage;
  // The button that was pressed may be gone.
  useEffect(() => {
    if (wasPressed) focusIfLost(() => place.current?.querySelector('button') ?? place.current);
  }, [wasPressed, hasMore, isMoreError]);
  function press(read: () => void) {
    setPressedIn(source.firstPage);
    read();
  }
  if (!hasMore && !isMoreError && !wasPressed) return null;
  return (
    <div ref={place} tabIndex={-1}>
      {isMoreError ? (
        <FailedState isBelow text={failedText} error={pages.error} onRetry={() => press(pages.retry)} />
      ) : hasMore ? (
        <Button loading={pages.isLoadingMore} onClick={() => press(pages.loadMore)}>
          Show more
        </Button>
      ) : (
        <p className="muted small">No more entries</p>
      )}
    </div>
  );
}
