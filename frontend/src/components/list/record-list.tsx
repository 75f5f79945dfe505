import { LoadingOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useCommands } from '../commands/commands';
import { UnreadRows } from '../live/unread-rows';
import { useListAddress } from './list-address';
import { CardGrid } from './card-grid';
import { useListView, type ListView } from './list-view';
import { useChangedCount } from '../live/change-bus';
import { ChangesButton } from './changes/changes-button';
import { FailedState } from '../ui/feedback';
import { useShownList } from './shown-list';
import type { Pages } from './use-pages';
import { useSearchInAddress } from './use-search-text';
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
  /** Of a card, pixels. */
  estimatedHeight: number;
  renderCard: (item: T, view: ListView) => ReactNode;
}

/** Of a row and the line below it, pixels. */
const ROW_HEIGHT_PX = 45;

/** A list of records in each of its states: loading, failed, empty, and filled page by page as one scrolls. */
export function RecordList<T extends { id: number }>(props: RecordListProps<T>) {
  const { pages, kind, nouns, failedText, empty, skeleton, minCardWidth, estimatedHeight, renderCard } = props;
  const [view] = useListView();
  const q = useSearchInAddress();
  const { items } = pages;
  const changedCount = useChangedCount(kind, pages.readAt);
  useCommands([
    { label: 'Next in the list', group: 'Records', keys: 'j', run: () => moveFocus(1) },
    { label: 'Previous in the list', group: 'Records', keys: 'k', run: () => moveFocus(-1) },
  ]);
  useListAddress();
  useShownList(pages.source);
  if (pages.isError) return <FailedState text={failedText} error={pages.error} onRetry={pages.retry} />;
  if (!items) return <Skeletons label={`Loading ${nouns[1]}`} view={view} card={skeleton} />;

  return (
    <div
      className={pages.isOutdated ? 'record-list record-list-outdated' : 'record-list'}
      aria-busy={pages.isOutdated}
      data-q={q}
    >
      <ChangesButton count={changedCount} readAgain={pages.readAgain} />
      <p role="status" className="partial-matches">
        {pages.isPartial && `No ${nouns[0]} has all these words. These have some of them.`}
      </p>
      {items.length === 0 ? (
        empty
      ) : (
        <UnreadRows kind={kind} items={items}>
          <CardGrid
            // Drawn once more, since rows and cards scroll with other heights.
            key={view}
            label={capitalised(nouns[1])}
            items={items}
            minCardWidth={view === 'cards' ? minCardWidth : undefined}
            estimatedHeight={view === 'cards' ? estimatedHeight : ROW_HEIGHT_PX}
            renderCard={(item) => renderCard(item, view)}
            hasMore={pages.hasMore}
            onNearEnd={pages.hasMore && !pages.isMoreError ? pages.loadMore : undefined}
          />
        </UnreadRows>
      )}
      {pages.isMoreError && <FailedState isBelow text={failedText} error={pages.error} onRetry={pages.retry} />}
      {pages.isLoadingMore && <LoadingOutlined className="record-list-more" aria-label={`Loading more ${nouns[1]}`} />}
    </div>
  );
}

/** Moves the focus from a row to the title of another; without one, on to the first. */
function moveFocus(step: number): void {
  const titles = [...document.querySelectorAll<HTMLElement>('.card-grid .item-title a')];
  const here = titles.findIndex((title) => title.closest('article')?.contains(document.activeElement));
  titles[here + step]?.focus();
}

function Skeletons({ label, view, card }: { label: string; view: ListView; card: ReactNode }) {
  return (
    <div className="record-list" aria-busy="true">
      <p role="status" className="visually-hidden">
        {label}
      </p>
      <div className={view === 'cards' ? 'skeleton-cards' : 'skeleton-rows'}>
        {SKELETONS.map((key) => (
          <div key={key} className="card skeleton-card" aria-hidden>
            {view === 'cards' ? card : <Skeleton active title={{ width: '40%' }} paragraph={false} />}
          </div>
        ))}
      </div>
    </div>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
