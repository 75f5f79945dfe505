import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fetchPage } from '@ecom-crm/openapi/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ActivityText } from '../../components/history/activity-text';
import { countedNoun } from '../../components/history/undo-texts';
import { Avatar } from '../../components/people/person';
import { recordTypes } from '../../components/record/record-types';
import { FailedNotice } from '../../components/ui/feedback';
import { formatDateTime, TimeAgo } from '../../components/ui/time-ago';
import { useLastVisit } from './last-visit';

const SHOWN = 4;
/** Entries that are read to count what happened. */
const COUNTED = 100;

/** What happened while the person was away: how much of each kind, and the newest. */
export function SinceLastVisit() {
  const since = useLastVisit();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['/api/activity', 'since', since],
    queryFn: ({ signal }) =>
      fetchPage<ActivityDto>(`/api/activity?${new URLSearchParams({ since, limit: String(COUNTED) })}`, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="card dashboard-panel" aria-labelledby="since-heading">
      <div className="head-row">
        <h2 id="since-heading" title={formatDateTime(since)}>
          Since your last visit
        </h2>
        <Link to="/activity" className="small">
          What changed
        </Link>
      </div>
      {isError && !data && (
        <FailedNotice text="What changed could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data && <p className="dashboard-sum muted">{sumOf(data.items, data.next !== null)}</p>}
      <ul className="dashboard-list" aria-busy={!data && !isError}>
        {data?.items.slice(0, SHOWN).map((entry) => (
          <li key={`${entry.changeSet} ${entry.at}`}>
            <Avatar id={entry.userId} />
            <span className="dashboard-text">
              <ActivityText entry={entry} />
            </span>
            <TimeAgo time={entry.at} className="muted" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `40 products, 3 questions changed`. */
function sumOf(entries: ActivityDto[], isMore: boolean): string {
  if (entries.length === 0) return 'Nothing has changed.';
  const counts = Object.keys(recordTypes).flatMap((kind) => {
    const ofKind = entries.filter(({ subjectKind }) => subjectKind === kind);
    const single = new Set(ofKind.filter(({ records }) => records === 1).map(({ subjectId }) => subjectId)).size;
    const count = ofKind.reduce((sum, { records }) => sum + (records > 1 ? records : 0), single);
    return count === 0 ? [] : count === 1 ? `1 ${recordTypes[kind]?.noun}` : countedNoun(kind, count);
  });
  return `${isMore ? 'More than ' : ''}${new Intl.ListFormat('en-GB').format(counts)} changed`;
}
