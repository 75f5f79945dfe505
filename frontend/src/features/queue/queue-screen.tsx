import { getListQueueUrl } from '@ecom-crm/openapi/queue/queue';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from 'antd';
import { useCommands } from '../../components/commands/commands';
import { KeyboardHint } from '../../components/commands/keyboard-hint';
import { FilterButton } from '../../components/list/filters/filter-button';
import { FilterChips } from '../../components/list/filters/filter-chips';
import { THREAD_FILTERS } from '../../components/list/filters/filter-values';
import { SaveView } from '../../components/list/views/save-view';
import { useListFilters } from '../../components/list/filters/use-list-filters';
import { ViewTabs } from '../../components/list/views/view-tabs';
import { ChangesButton } from '../../components/list/changes/changes-button';
import { ListChoices, useOrder, type Choice } from '../../components/list/list-choices';
import { useListAddress } from '../../components/list/list-address';
import { MoreOfList } from '../../components/list/more-of-list';
import { isToDo, noteShown } from '../../components/list/shown-list';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { allLists } from '../../components/record/record-types';
import { QUEUE_API, type QueueItem } from '../../components/thread/queue/queue-api';
import { useTakeNext } from '../../components/thread/queue/use-take-next';
import { threadStatuses } from '../../components/thread/thread-status';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { EmptyState, FailedState } from '../../components/ui/feedback';
import { PageTitle } from '../../components/ui/page-title';
import { QueueList } from './queue-list';
import { QueueTabs } from './queue-tabs';
import { useLiveQueue } from './use-live-queue';
import './queue.css';

const ORDER: Choice<'waiting' | 'newest' | 'oldest'> = {
  name: 'sort',
  label: 'Order',
  options: [
    { value: 'waiting', label: 'Waiting longest first' },
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
};
/** No change tells that the time of a snoozed item is over: after so long it may be, ms. */
const SNOOZE_MS = 60_000;
const FAILED = 'Failed to fetch the queue';

/** What to do next: questions, problems and the like in one list, to be worked through by keys. */
export function QueueScreen() {
  const [params] = useSearchParams();
  const { choice, sort } = useOrder(ORDER, '');
  const filters = useListFilters(THREAD_FILTERS, threadStatuses, { hasStatusTabs: false });
  const asked = filters.values;
  const { assignee: _assignee, snoozed: _snoozed, ...all } = asked;
  // What was resolved or put off since leaves the list at once.
  const hidesDone = asked.status === undefined && !asked.snoozed;
  const isShown = hidesDone ? isToDo : undefined;
  const pages = usePages<QueueItem>(
    QUEUE_API,
    getListQueueUrl({ ...asked, sort: sort === 'relevance' ? undefined : sort, limit: PAGE_SIZE }),
    { staleTime: SNOOZE_MS, whileEmpty: SNOOZE_MS, isShown },
  );
  const takeNext = useTakeNext(asked);
  useCommands([{ label: 'Take next', group: 'This screen', keys: 'n', run: () => void takeNext() }]);
  useListAddress();
  const { list, firstPage: address, pageCount } = pages.source;
  useEffect(
    () => noteShown({ list, firstPage: address, pageCount, isWorkedThrough: true, hidesDone }, allLists()),
    [list, address, pageCount, hidesDone],
  );
  const { items } = pages;
  const shown = isShown ? items?.filter(isShown) : items;
  const isEmpty = shown?.length === 0;
  const changedCount = useLiveQueue(pages, isEmpty);
  // The rows of the address before stay until those of this one are read.
  const [shownAddress, setShownAddress] = useState(address);
  if (!pages.isOutdated && shownAddress !== address) setShownAddress(address);
  return (
    <>
      <div className="head-row page-head queue-head">
        <PageTitle>Queue</PageTitle>
        <div className="queue-tools">
          <ListChoices choices={[choice]} />
          <FilterButton filters={filters} />
          <Button id="take-next" type="primary" onClick={() => void takeNext()}>
            Take next <KeyboardHint keys="n" />
          </Button>
        </div>
      </div>
      <ViewTabs list="queue" />
      <div className="queue-parts">
        <QueueTabs filters={all} intervalMs={SNOOZE_MS} />
        <Keys />
      </div>
      <FilterChips filters={filters}>
        <SaveView list="queue" hasButton={filters.isFiltered} />
      </FilterChips>
      {pages.isError && <FailedState text={FAILED} error={pages.error} onRetry={pages.retry} />}
      {!items && !pages.isError && <LoadingCard label="Loading the queue" rows={8} />}
      {items && <ChangesButton count={changedCount} readAgain={pages.readAgain} />}
      {isEmpty && !pages.hasMore && <EmptyState text="Nothing to do here" hint={emptyHint(params)} />}
      {shown && (!isEmpty || pages.hasMore) && (
        <QueueList
          key={shownAddress}
          items={shown}
          done={items?.filter((item) => isShown && !isShown(item)) ?? []}
          isOutdated={pages.isOutdated}
          onNearEnd={pages.hasMore && !pages.isMoreError ? pages.loadMore : undefined}
        />
      )}
      {items && <MoreOfList pages={pages} failedText={FAILED} />}
    </>
  );
}

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['enter', 'open'],
  ['a', 'take'],
  ['c', 'assign'],
  ['h', 'snooze'],
  ['t', 'tags'],
  ['r', 'reply'],
  ['d', 'resolve'],
] as const;

/** The keys that one learns first; the rest is in the list of shortcuts. */
function Keys() {
  return (
    <p className="queue-keys small muted" aria-hidden>
      {KEYS.map(([keys, label]) => (
        <span key={keys}>
          <KeyboardHint keys={keys} /> {label}
        </span>
      ))}
    </p>
  );
}

function emptyHint(params: URLSearchParams): string {
  if (params.get('snoozed') === 'true') return 'Nothing is snoozed.';
  if (params.get('assignee') === 'me') return 'Nothing is assigned to you. Take next gives you what waits longest.';
  return 'Nobody waits for you.';
}
