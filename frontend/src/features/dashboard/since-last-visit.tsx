import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fetchPage } from '@ecom-crm/openapi/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { DraftOwner } from '../../components/drafts/draft-owner';
import { ActivityText } from '../../components/history/activity-text';
import { countedKind, countedNoun } from '../../components/history/undo-texts';
import { Avatar } from '../../components/people/person';
import { recordTypes } from '../../components/record/record-types';
import { formatDateTime, TimeAgo } from '../../components/ui/time-ago';
import { useLastVisit } from './last-visit';
import { PartFailed } from './part-failed';

const SHOWN = 4;
/** Entries that are read to count what happened. */
const COUNTED = 100;
const FAILED = 'What changed could not be loaded.';

/** What others did while the person was away: how much of each kind, and the newest. */
export function SinceLastVisit({ hasNotice }: { hasNotice: boolean }) {
  const { since, isFirst } = useLastVisit();
  const own = useContext(DraftOwner);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['/api/activity', 'since', since],
    queryFn: ({ signal }) => {
      // One knows what one did oneself.
      const query = { since, limit: String(COUNTED), ...(own && { exceptUserId: String(own) }) };
      return fetchPage<ActivityDto>(`/api/activity?${new URLSearchParams(query)}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
  const hasFailed = isError && !data;
  const others = data?.items;
  return (
    <section className="card dashboard-panel" aria-labelledby="since-heading">
      <div className="head-row">
        <h2 id="since-heading" title={formatDateTime(since)}>
          {isFirst ? 'In the last 24 hours' : 'Since your last visit'}
        </h2>
        <Link to="/activity" className="small">
          What changed
        </Link>
      </div>
      {hasFailed ? (
        <PartFailed hasNotice={hasNotice} text={FAILED} error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="dashboard-sum muted">{others ? sumOf(others, data?.next !== null) : '\u00a0'}</p>
      )}
      <ul className="dashboard-list" aria-busy={!data && !hasFailed}>
        {others?.slice(0, SHOWN).map((entry) => (
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

/** `40 products, 3 questions changed`; what was changed together with other kinds counts as records. */
function sumOf(entries: ActivityDto[], isMore: boolean): string {
  if (entries.length === 0) return 'Nobody else has changed anything.';
  const counts = [...Object.keys(recordTypes), ''].flatMap((kind) => {
    const ofKind = entries.filter((entry) => countedKind(entry) === kind);
    const single = new Set(ofKind.filter(({ records }) => records === 1).map(({ subjectId }) => subjectId)).size;
    const count = ofKind.reduce((sum, { records }) => sum + (records > 1 ? records : 0), single);
    return count === 0 ? [] : count === 1 ? `1 ${recordTypes[kind]?.noun}` : countedNoun(kind, count);
  });
  return `${isMore || entries.some(({ isExact }) => !isExact) ? 'More than ' : ''}${new Intl.ListFormat('en-GB').format(counts)} changed`;
}
