import { AppstoreOutlined, NotificationOutlined, PlusOutlined, QuestionCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { StatisticsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useReadStatistics } from '@ecom-crm/openapi/statistics/statistics';
import { lazy, Suspense, useEffect, type ComponentType, type CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton } from '../../components/link-button';
import { useChanges } from '../../components/live';
import { useDark } from '../../components/media';
import { PageTitle } from '../../components/page-title';
import { recordKinds } from '../../components/record-kinds';
import { FailedNotice } from '../../components/states';
import { toast } from '../../components/toast-store';
import { barColours, kinds, noCounts, type Kind } from './kinds';
import './dashboard.css';

const countedKinds = Object.keys(recordKinds);

const OverviewChart = lazy(() => import('./overview-chart'));

const icons: Record<Kind['name'], ComponentType> = {
  products: AppstoreOutlined,
  problems: WarningOutlined,
  questions: QuestionCircleOutlined,
  updates: NotificationOutlined,
};

/** The start page: how many records of each kind there are, as cards and as a chart. */
export function Dashboard() {
  const { data, isPending, isError, error, refetch } = useReadStatistics();
  useChanges(countedKinds, () => void refetch());
  useEffect(() => {
    if (isError) toast({ title: 'Error', description: 'Failed to fetch products', variant: 'destructive' });
  }, [isError]);
  const counts = data ?? noCounts;

  return (
    <>
      <div className="page-head">
        <PageTitle>Dashboard</PageTitle>
        <LinkButton id="new-product" to="/add" icon={<PlusOutlined aria-hidden />}>
          New Product
        </LinkButton>
      </div>
      {isError && <FailedNotice text="The counts could not be read." error={error} onRetry={() => void refetch()} />}
      <ul className="count-cards" aria-busy={isPending}>
        {kinds.map((kind) => (
          <CountCard key={kind.name} kind={kind} count={isPending ? undefined : counts[kind.name]} />
        ))}
      </ul>
      <section className="card overview" aria-labelledby="overview-heading">
        <h2 id="overview-heading">Overview Statistics</h2>
        <div className="overview-chart">
          {!isPending && (
            <Suspense>
              <OverviewChart counts={counts} />
            </Suspense>
          )}
        </div>
        <CountTable counts={counts} />
      </section>
    </>
  );
}

/** The chart as a table, for who cannot see it. */
function CountTable({ counts }: { counts: StatisticsDto }) {
  return (
    <table className="visually-hidden">
      <caption>Overview Statistics</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Count</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ name, label }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td>{counts[name]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CountCard({ kind, count }: { kind: Kind; count: number | undefined }) {
  const Icon = icons[kind.name];
  const accent = barColours[useDark() ? 'dark' : 'light'][kind.name];
  return (
    <li>
      <Link id={`count-${kind.name}`} to={kind.path} className="card count-card" style={{ '--accent': accent } as CSSProperties}>
        <span className="count-icon" aria-hidden>
          <Icon />
        </span>
        <span className="count-label">{kind.cardLabel}</span>
        <span className="count-value">{count === undefined ? <span className="count-waiting" /> : count.toLocaleString('en')}</span>
      </Link>
    </li>
  );
}
