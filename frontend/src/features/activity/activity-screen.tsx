import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import { Fragment, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ActivityText, undoTargetOf } from '../../components/history/activity-text';
import { useUndo } from '../../components/history/use-undo';
import { MoreOfList } from '../../components/list/more-of-list';
import { RefreshPill } from '../../components/list/changes/refresh-pill';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import type { LiveChange } from '../../components/live/change-bus';
import { Avatar } from '../../components/people/person';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { EmptyState, FailedState } from '../../components/ui/feedback';
import { ScreenHead } from '../../components/ui/screen-head';
import { formatDate, TimeAgo } from '../../components/ui/time-ago';
import { TRASH_PATH } from '../../components/history/trash-path';
import { activityUrl, useActivityFilters } from './activity-filters';
import { ActivityToolbar } from './activity-toolbar';
import './activity.css';

const FAILED = 'What changed could not be loaded.';

/** What everybody did, day by day, each with its undo. */
export function ActivityScreen() {
  const filters = useActivityFilters();
  const pages = usePages<ActivityDto>('/api/activity', activityUrl(filters, PAGE_SIZE));
  const isPast = filters.day !== '' && filters.day < formatDate(new Date().toISOString());
  const isAdded = ({ userId }: LiveChange) => !isPast && (!filters.person || userId === Number(filters.person));
  // It may undo what is shown.
  const isOfShown = ({ subjectKind, subjectId }: LiveChange) =>
    pages.items?.some((entry) => entry.subjectKind === subjectKind && entry.subjectId === subjectId) ?? false;
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <div className="activity-screen">
      <ScreenHead back="/" backLabel="Dashboard" title="What changed">
        <Link to={TRASH_PATH} className="back-link">
          Deleted records
        </Link>
      </ScreenHead>
      <ActivityToolbar filters={filters} />
      <RefreshPill
        pages={pages}
        kinds={filters.kind ? [filters.kind] : undefined}
        shows={(change) => isAdded(change) || isOfShown(change)}
      />
      {pages.isError ? (
        <FailedState text={FAILED} error={pages.error} onRetry={pages.retry} />
      ) : !pages.items || (pages.items.length === 0 && pages.isOutdated) ? (
        <LoadingCard label="Loading what changed" />
      ) : pages.items.length === 0 ? (
        <EmptyState text={isFiltered ? 'Nothing matches these filters.' : 'Nothing has changed yet.'} />
      ) : (
        <div aria-busy={pages.isOutdated}>
          <Days entries={pages.items} />
          <MoreOfList pages={pages} failedText={FAILED} />
        </div>
      )}
    </div>
  );
}

function Days({ entries }: { entries: ActivityDto[] }) {
  const { undo, undoing, dialogs } = useUndo();
  return (
    <>
      {byDay(entries).map(([day, ofDay]) => (
        <Fragment key={day}>
          <h2 className="activity-day">{nameOfDay(day)}</h2>
          <ol className="card activity-list" aria-label={nameOfDay(day)}>
            {ofDay.map((entry) => (
              <Entry
                key={`${entry.changeSet} ${entry.at}`}
                entry={entry}
                isUndoing={undoing.includes(entry.changeSet)}
                onUndo={(item) => void undo(undoTargetOf(entry), item)}
              />
            ))}
          </ol>
        </Fragment>
      ))}
      {dialogs}
    </>
  );
}

interface EntryProps {
  entry: ActivityDto;
  isUndoing: boolean;
  /** Gets the entry, which stays when its button goes. */
  onUndo: (item: HTMLElement | null) => void;
}

function Entry({ entry, isUndoing, onUndo }: EntryProps) {
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  return (
    <li ref={item} tabIndex={-1} className="activity-entry">
      <Avatar id={entry.userId} />
      <p id={id} className="activity-text">
        <ActivityText entry={entry} hasValues /> <TimeAgo time={entry.at} className="muted" />
      </p>
      {entry.undone ? (
        <span className="activity-undone muted">{undoneText(entry)}</span>
      ) : (
        <Button
          size="small"
          type="text"
          className="activity-undo"
          aria-describedby={id}
          loading={isUndoing}
          onClick={() => onUndo(item.current)}
        >
          Undo
        </Button>
      )}
    </li>
  );
}

/** What became of it: a record that was deleted later is gone, and nobody need have undone that it was created. */
function undoneText({ kind, subjectKind, operation }: ActivityDto): string {
  if (kind !== subjectKind || operation === 'update') return 'Undone';
  return operation === 'insert' ? 'Deleted' : 'Restored';
}

function byDay(entries: ActivityDto[]): [day: string, entries: ActivityDto[]][] {
  const days = new Map<string, ActivityDto[]>();
  for (const entry of entries) {
    const day = formatDate(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

function nameOfDay(day: string): string {
  const today = new Date();
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day === formatDate(today.toISOString())) return 'Today';
  return day === formatDate(yesterday.toISOString()) ? 'Yesterday' : day;
}
