import type { ProductRecordDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { listProductRecords } from '@ecom-crm/openapi/links/links';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PartTab } from '../../components/ui/tabs/part-tab';
import { focusIfLost } from '../../components/lib/focus-if-lost';
import { serverMessage } from '../../components/lib/api-errors';
import { useListAddress } from '../../components/list/list-address';
import { useChangesSoon } from '../../components/live/change-bus';
import { recordTypes, type RecordRef } from '../../components/record/record-types';
import { TAGS_ON_ROW, TagPills } from '../../components/thread/tags/tag-pill';
import { Waiting } from '../../components/thread/queue/waiting';
import { threadStatuses } from '../../components/thread/thread-status';
import { Codes } from '../../components/ui/codes';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { FailedState } from '../../components/ui/feedback';
import { formatCount, TimeAgo } from '../../components/ui/time-ago';
import './links.css';

const PAGE_SIZE = 20;
/** After a change it is read again so soon, ms; of a storm of changes only the first. */
const READ_AGAIN_MS = 300;

/** What customers ask and report about a product, and the updates about it, newest first, with how many are open. */
export function Panel({ recordId: id }: RecordRef) {
  const [kind, setKind] = useState<string>();
  // Records lead back here as they lead back to a list.
  useListAddress();
  const query = useInfiniteQuery({
    queryKey: [`${recordTypes.product?.api}/${id}/records`, kind],
    queryFn: ({ pageParam }) => listProductRecords(id, { kind, limit: PAGE_SIZE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    // The buttons stay, with the focus.
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  // The parts of a thread count as changes of the thread.
  const kindsAbout = Object.keys(recordTypes).filter((one) => one !== 'product');
  // Reading again would end the reading of the next page.
  const isLate = useRef(false);
  const list = useRef<HTMLUListElement>(null);
  useChangesSoon(
    kindsAbout,
    () => {
      isLate.current = isFetchingNextPage;
      if (!isFetchingNextPage) void refetch();
    },
    READ_AGAIN_MS,
  );
  useEffect(() => {
    if (isFetchingNextPage || !isLate.current) return;
    isLate.current = false;
    void refetch();
  }, [isFetchingNextPage, refetch]);
  function showMore() {
    isLate.current = query.isRefetching;
    // With the last page the button goes.
    void fetchNextPage().then(() => focusIfLost(() => list.current?.querySelector('li:last-child a') ?? null));
  }
  // Where reading again failed, the rows stay.
  if (query.isLoadingError)
    return (
      <FailedState text="Could not read what is about this product" error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <LoadingCard label="Loading what is about this product" />;
  const counts = data.pages[0]?.counts ?? [];
  const items = data.pages.flatMap((page) => page.items);
  const kinds = [...new Set(counts.map((one) => one.kind))];
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0 && kind === undefined)
    return <p className="muted small">Nothing yet. A question or a problem that names its SKU or EAN comes here.</p>;
  return (
    <>
      <div className="status-tabs" role="group" aria-label="Kind">
        <PartTab label="All" count={total} isChosen={kind === undefined} onChoose={() => setKind(undefined)} />
        {kinds.map((one) => {
          const ofKind = counts.filter((count) => count.kind === one);
          const open = sumOf(ofKind.filter(({ status }) => status === 'open' || status === 'in_progress'));
          return (
            <PartTab
              key={one}
              label={recordTypes[one]?.count.label ?? one}
              count={sumOf(ofKind)}
              note={open > 0 ? `${formatCount(open)} open` : undefined}
              isChosen={kind === one}
              onChoose={() => setKind(one)}
            />
          );
        })}
      </div>
      <ul ref={list} className="product-records">
        {items.map((item) => (
          <ProductRecord key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ul>
      {kind !== undefined && kind !== 'update' && (
        <p className="small">
          <Link to={`${recordTypes[kind]?.count.path}?product=${id}`}>Show as a list</Link>
        </p>
      )}
      {query.isFetchNextPageError && <p role="alert">Could not read more. {serverMessage(error, '')}</p>}
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={showMore}>
          Show more
        </Button>
      )}
    </>
  );
}

const sumOf = (counts: { count: number }[]): number => counts.reduce((sum, { count }) => sum + count, 0);

function ProductRecord({ item }: { item: ProductRecordDto }) {
  const { kind, id, title, status, createdAt, waitingSince, tagIds } = item;
  const type = recordTypes[kind];
  const { pathname } = useLocation();
  return (
    <li className={status === 'resolved' ? 'product-record product-record-done' : 'product-record'}>
      <span className="product-record-main">
        <Link to={type?.path(id) ?? '/'} state={{ from: pathname }} dir="auto">
          <Codes text={title} />
        </Link>
        <TagPills tagIds={tagIds} most={TAGS_ON_ROW} />
      </span>
      <span className="product-record-facts small muted">
        <span>{waitingSince && <Waiting kind={kind} since={waitingSince} />}</span>
        <span className={`thread-status thread-status-${status}`}>
          {threadStatuses.find(({ value }) => value === status)?.label ?? status}
        </span>
        <span>
          {type?.noun} #{id}
        </span>
        <TimeAgo time={createdAt} />
      </span>
    </li>
  );
}
