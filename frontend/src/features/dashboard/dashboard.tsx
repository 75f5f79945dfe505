import { PlusOutlined } from '@ant-design/icons';
import type { StatisticsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useReadStatistics } from '@ecom-crm/openapi/statistics/statistics';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, type CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { WHOLE_LIST } from '../../components/lib/whole-list';
import { lazyPart } from '../../components/ui/lazy-part';
import { LinkButton } from '../../components/ui/link-button';
import { useChangesSoon } from '../../components/live/change-bus';
import { refetchShown } from '../../components/live/invalidation';
import { useIsSeen } from './use-is-seen';
import { useDark } from '../../components/lib/use-media-query';
import { PageTitle } from '../../components/ui/page-title';
import { recordTypes } from '../../components/record/record-types';
import { FailedNotice } from '../../components/ui/feedback';
import { formatCount } from '../../components/ui/time-ago';
import { toast } from '../../components/toasts/toast-store';
import { AffectedProducts } from './affected-products';
import { countedKinds, countOf, type CountedKind } from './kinds';
import { SinceLastVisit } from './since-last-visit';
import { Trends } from './trends';
import { isCountedByStatus, useStatusTotals } from './use-totals';
import { OwnAndUnassigned, useIsWorkShown, WaitingLongest } from './waiting-longest';
import './dashboard.css';

/** How soon after a change all of it is read again, ms. */
const READ_AGAIN_MS = 100;

const OverviewChart = lazyPart(() => import('./overview-chart'), { name: 'The chart' });

/** The start page: how many records of each kind there are, as cards and as a chart. */
export function Dashboard() {
  const queryClient = useQueryClient();
  const { data, isPending, isError, error } = useReadStatistics();
  const isWorkShown = useIsWorkShown();
  const hasNotice = data !== undefined;
  const readAll = () => void refetchShown(queryClient);
  useChangesSoon(Object.keys(recordTypes), readAll, READ_AGAIN_MS);
  useEffect(() => {
    if (isError) toast({ title: 'Error', description: failedText(), variant: 'destructive' });
  }, [isError]);

  return (
    <>
      <div className="head-row page-head">
        <PageTitle>Dashboard</PageTitle>
        <LinkButton id="new-product" type="primary" to="/add" icon={<PlusOutlined aria-hidden />}>
          New Product
        </LinkButton>
      </div>
      {isError && <FailedNotice text="The numbers could not be loaded." error={error} onRetry={readAll} />}
      <ul className="count-cards" aria-busy={isPending}>
        {countedKinds().map((kind) => (
          <CountCard key={kind.name} kind={kind} count={isPending ? undefined : countOf(data, kind)} />
        ))}
      </ul>
      <div className="dashboard-grid">
        <div className="dashboard-work">
          <SinceLastVisit hasNotice={hasNotice} />
          <WaitingLongest hasNotice={hasNotice} />
          <OwnAndUnassigned hasNotice={hasNotice} />
          <AffectedProducts hasNotice={hasNotice} />
        </div>
        <div className="dashboard-charts">
          <section className="card overview" aria-labelledby="overview-heading">
            <h2 id="overview-heading">Overview Statistics</h2>
            <LateChart counts={data} isWanted={!isPending && isWorkShown} />
            <CountTable counts={data} />
          </section>
          <div className="trends-place">
            <Trends hasNotice={hasNotice} />
          </div>
        </div>
      </div>
    </>
  );
}

/** The chart, whose code is larger than all the rest: fetched after the lists, and where one sees it. */
function LateChart({ counts, isWanted }: { counts: StatisticsDto | undefined; isWanted: boolean }) {
  const chart = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(chart, isWanted);
  return (
    <div ref={chart} className="overview-chart">
      {isSeen && <OverviewChart counts={counts} />}
    </div>
  );
}

/** Names all that the counts are read of: one call reads them. */
function failedText(): string {
  const kinds = countedKinds().map(({ label }) => label.toLowerCase());
  return `Failed to fetch ${new Intl.ListFormat('en-GB').format(kinds)}`;
}

/** The chart as a table, for who cannot see it. */
function CountTable({ counts }: { counts: StatisticsDto | undefined }) {
  return (
    <table className="visually-hidden" aria-labelledby="overview-heading">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Count</th>
        </tr>
      </thead>
      <tbody>
        {countedKinds().map((kind) => (
          <tr key={kind.name}>
            <th scope="row">{kind.label}</th>
            <td>{countOf(counts, kind)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CountCard({ kind: { icon: Icon, ...kind }, count }: { kind: CountedKind; count: number | undefined }) {
  const id = useId();
  const totals = useStatusTotals(kind.kind);
  const accent = kind.colours[useDark() ? 'dark' : 'light'];
  return (
    <li className="card count-card" style={{ '--accent': accent } as CSSProperties}>
      <span className="count-icon" aria-hidden>
        <Icon />
      </span>
      <Link
        id={`count-${kind.name}`}
        to={kind.path}
        state={WHOLE_LIST}
        className="count-link"
        aria-describedby={totals && `${id}-totals`}
      >
        <span className="count-label">{kind.cardLabel}</span>{' '}
        <span className="count-value">
          {count === undefined ? <span className="count-waiting" /> : formatCount(count)}
        </span>
      </Link>
      {/* Its line is there before its text. */}
      {isCountedByStatus(kind.kind) && (
        <span id={`${id}-totals`} className="count-totals">
          {totals && statusText(totals)}
        </span>
      )}
    </li>
  );
}

/** What has these statuses is done. */
const QUIET_STATUSES = ['resolved'];

/** `12 open · 3 in progress`. */
function statusText(totals: NonNullable<ReturnType<typeof useStatusTotals>>): string {
  const texts = totals
    .filter(({ status }) => !QUIET_STATUSES.includes(status))
    .map(({ status, total, isExact }) => {
      return `${formatCount(total)}${isExact ? '' : '+'} ${status.replace('_', ' ')}`;
    });
  return texts.join(' · ');
}
