import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Author } from '../../components/history/author';
import { countedRecords, isOfOne, RecordLink, titleOf, undoTargetOf } from '../../components/history/activity-text';
import { useUndo } from '../../components/history/use-undo';
import { MoreOfList } from '../../components/list/more-of-list';
import { RefreshPill } from '../../components/list/changes/refresh-pill';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import type { LiveChange } from '../../components/live/change-bus';
import { recordTypes } from '../../components/record/record-types';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { EmptyState, FailedState } from '../../components/ui/feedback';
import { ScreenHead } from '../../components/ui/screen-head';
import { formatCount, TimeAgo } from '../../components/ui/time-ago';
import { PRODUCT_LINK } from '../../components/history/undo-texts';
import { TRASH_PATH } from '../../components/history/trash-path';
import '../../components/ui/tabs/status-tabs.css';
import './trash.css';

/** So many pages without a deleted record are read at once; then one asks for more. */
const MAX_UNASKED_PAGES = 5;
const FAILED = 'The deleted records could not be loaded.';

/** What was deleted, newest first, each with a way back. */
export function TrashScreen() {
  const kind = useSearchParams()[0].get('kind') ?? '';
  const type = recordTypes[kind];
  const query = new URLSearchParams({ operation: 'delete', limit: String(PAGE_SIZE), ...(type && { kind }) });
  const pages = usePages<ActivityDto>('/api/activity', `/api/activity?${query}`);
  const entries = pages.items && newestOfEach(pages.items);
  const isNoneYet =
    entries?.length === 0 && pages.hasMore && !pages.isMoreError && pages.source.pageCount < MAX_UNASKED_PAGES;
  const { items, loadMore } = pages;
  useEffect(() => {
    if (isNoneYet) loadMore();
  }, [isNoneYet, items, loadMore]);
  return (
    <div className="trash-screen">
      <ScreenHead back={type?.count.path ?? '/'} backLabel={type?.count.label ?? 'Dashboard'} title="Deleted records" />
      <Kinds chosen={type && kind} />
      <RefreshPill pages={pages} kinds={type && [kind]} shows={isDeletionOrRestore} />
      {pages.isError ? (
        <FailedState text={FAILED} error={pages.error} onRetry={pages.retry} />
      ) : !entries || isNoneYet || (entries.length === 0 && pages.isOutdated) ? (
        <LoadingCard label="Loading deleted records" />
      ) : (
        <div aria-busy={pages.isOutdated}>
          {(entries.length > 0 || !pages.hasMore) && <Deletions entries={entries} kind={type && kind} />}
          <MoreOfList pages={pages} failedText={FAILED} />
        </div>
      )}
    </div>
  );
}

/** A record that is inserted with a later version than the first was there before. */
function isDeletionOrRestore({ kind, operation, version }: LiveChange): boolean {
  return kind !== PRODUCT_LINK && (operation === 'delete' || (operation === 'insert' && version > 1));
}

function Kinds({ chosen }: { chosen: string | undefined }) {
  const kinds = [
    { kind: undefined, label: 'All' },
    ...Object.values(recordTypes).map((type) => ({ kind: type.kind, label: type.count.label })),
  ];
  return (
    <nav className="status-tabs" aria-label="Kinds of records">
      {kinds.map(({ kind, label }) => (
        <Link
          key={label}
          to={kind ? `${TRASH_PATH}?kind=${kind}` : TRASH_PATH}
          className="status-tab"
          aria-current={kind === chosen ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Deletions({ entries, kind }: { entries: ActivityDto[]; kind: string | undefined }) {
  const { undo, undoing, dialogs } = useUndo();
  if (entries.length === 0)
    return <EmptyState text={`No deleted ${recordTypes[kind ?? '']?.count.label.toLowerCase() ?? 'records'}`} />;
  return (
    <>
      <ul className="card trash-list" aria-label="Deleted records">
        {entries.map((entry) => (
          <Deletion
            key={entry.changeSet}
            entry={entry}
            isRestoring={undoing.includes(entry.changeSet)}
            onRestore={(item) => void undo(undoTargetOf(entry), item)}
          />
        ))}
      </ul>
      {dialogs}
    </>
  );
}

interface DeletionProps {
  entry: ActivityDto;
  isRestoring: boolean;
  /** Gets the entry, which stays when its button goes. */
  onRestore: (item: HTMLElement | null) => void;
}

function Deletion({ entry, isRestoring, onRestore }: DeletionProps) {
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  const { kind, subjectKind, subjectId, exists, at } = entry;
  // Of records that were changed together, the ones that are gone.
  const records = entry.deleted || entry.records;
  // Threads that were linked to deleted products were only touched: their kind is not that of what is gone.
  const hasOtherKinds = entry.hasOtherKinds && records === entry.records;
  const counted = countedRecords({ ...entry, records, hasOtherKinds });
  const type = recordTypes[subjectKind];
  return (
    <li ref={item} tabIndex={-1} className="trash-entry">
      <div className="trash-text">
        <p id={id} className="trash-title">
          {records > 1 ? (
            <>
              <bdi>{titleOf(entry)}</bdi> and {entry.isExact ? '' : 'more than '}
              {formatCount(records - 1)} more
            </>
          ) : exists ? (
            <bdi>{titleOf(entry)}</bdi>
          ) : (
            <RecordLink entry={entry} />
          )}
        </p>
        <p className="small muted">
          {kind === subjectKind ? '' : 'A response · '}
          {records > 1 ? sentenceCase(counted) : `${type?.noun ?? subjectKind} #${subjectId}`} ·{' '}
          <Author change={entry} /> · <TimeAgo time={at} />
        </p>
      </div>
      {entry.undone ? (
        <p className="muted">
          Restored
          {records === 1 && type && (
            <>
              {' '}
              · <Link to={type.path(subjectId)}>Open</Link>
            </>
          )}
        </p>
      ) : (
        <Button size="small" aria-describedby={id} loading={isRestoring} onClick={() => onRestore(item.current)}>
          Restore
        </Button>
      )}
    </li>
  );
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A record may have been deleted, restored and deleted again: the last time counts. A removed product is no record. */
function newestOfEach(entries: ActivityDto[]): ActivityDto[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const { kind, recordId } = entry;
    if (kind === PRODUCT_LINK) return false;
    const record = `${kind} ${recordId}`;
    if (isOfOne(entry) && seen.has(record)) return false;
    seen.add(record);
    return true;
  });
}
