import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { CardGrid } from './card-grid';
import { NewItemsBanner } from './new-items-banner';
import { FailedState } from '../ui/feedback';
import type { Pages } from './use-pages';
import './record-list.css';

const SKELETONS = ['first', 'second', 'third'];

interface RecordListProps<T> {
  pages: Pages<T>;
  /** What the change log calls the records. */
  kind: string;
  /** What they are called: `['product', 'products']`. */
  nouns: [one: string, many: string];
  failedText: string;
  empty: ReactNode;
  skeleton: ReactNode;
  minCardWidth: number;
  estimatedHeight: number;
  renderCard: (item: T) => ReactNode;
}

/** A list of records in each of its states: loading, failed, empty, and filled page by page as one scrolls. */
export function RecordList<T extends { id: number }>(props: RecordListProps<T>) {
  const { pages, kind, nouns, failedText, empty, skeleton, ...grid } = props;
  const { items } = pages;
  if (pages.isError) return <FailedState text={failedText} error={pages.error} onRetry={pages.retry} />;
  if (!items) return <Skeletons label={`Loading ${nouns[1]}`}>{skeleton}</Skeletons>;

  return (
    <div className={pages.isOutdated ? 'record-list record-list-outdated' : 'record-list'} aria-busy={pages.isOutdated}>
      <NewItemsBanner kind={kind} pages={pages} />
      <p role="status" className="record-count small muted">
        {items.length > 0 && countText(items.length, pages.hasMore, nouns)}
      </p>
      {pages.isPartial && (
        <p className="partial-note small muted">No {nouns[0]} has all of these words. These match best.</p>
      )}
      {items.length === 0 ? (
        empty
      ) : (
        <CardGrid
          {...grid}
          label={capitalised(nouns[1])}
          items={items}
          onNearEnd={pages.hasMore && !pages.isMoreError ? pages.loadMore : undefined}
        />
      )}
      {pages.isMoreError && <FailedState text={failedText} error={pages.error} onRetry={pages.retry} />}
      {pages.isLoadingMore && <Spin className="record-list-more" aria-label={`Loading more ${nouns[1]}`} />}
    </div>
  );
}

function Skeletons({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="record-list" aria-busy="true">
      <p role="status" className="record-count small muted">
        <span className="visually-hidden">{label}</span>
      </p>
      <div className="skeleton-cards">
        {SKELETONS.map((key) => (
          <div key={key} className="card skeleton-card" aria-hidden>
            {children}
          </div>
        ))}
      </div>
    </div>
  );
}

function countText(count: number, more: boolean, [one, many]: [string, string]): string {
  return `${count.toLocaleString('en')}${more ? '+' : ''} ${count === 1 && !more ? one : many}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
