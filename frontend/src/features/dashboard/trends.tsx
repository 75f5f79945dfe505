import type { TrendDto, TrendWeekDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useReadTrends } from '@ecom-crm/openapi/trends/trends';
import { useChangesSoon } from '../../components/live/change-bus';
import { recordTypes } from '../../components/record/record-types';
import { formatCount } from '../../components/ui/time-ago';
import { PartFailed } from './part-failed';
import './trends.css';

const WIDTH = 480;
const HEIGHT = 96;
const HOUR_S = 3600;
/** The server counts a change a moment after it tells of it: later than the rest of the screen is read again, ms. */
const COUNTED_AFTER_MS = 1300;

/** What happened week by week. */
export function Trends({ hasNotice }: { hasNotice: boolean }) {
  const { data: trends, isError, error, refetch } = useReadTrends();
  useChangesSoon(Object.keys(recordTypes), () => void refetch(), COUNTED_AFTER_MS);
  return (
    <section className="card dashboard-panel trends" aria-labelledby="trends-heading">
      <div className="head-row">
        <h2 id="trends-heading">Trends</h2>
        <p className="trends-legend small" aria-hidden>
          <span className="trends-opened">Opened</span>
          <span className="trends-resolved">Resolved</span>
        </p>
      </div>
      {isError && !trends && (
        <PartFailed
          hasNotice={hasNotice}
          text="The trends could not be loaded."
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {trends?.map((trend) => (
        <Trend key={trend.kind} trend={trend} />
      ))}
    </section>
  );
}

/** The weeks of a kind as lines, with the present one in words, and all as a table for who cannot see them. */
function Trend({ trend: { kind, weeks } }: { trend: TrendDto }) {
  const label = recordTypes[kind]?.count.label ?? kind;
  const highest = Math.max(1, ...weeks.flatMap(({ opened, resolved }) => [opened, resolved]));
  const last = weeks.at(-1);
  const line = (valueOf: (week: TrendWeekDto) => number) =>
    weeks
      .map((week, index) => {
        const x = (index / Math.max(1, weeks.length - 1)) * (WIDTH - 8) + 4;
        return `${x.toFixed(1)},${(HEIGHT - 4 - (valueOf(week) / highest) * (HEIGHT - 8)).toFixed(1)}`;
      })
      .join(' ');
  return (
    <div className="trend">
      <h3>{label}</h3>
      {last && (
        <p className="muted small">
          This week: {formatCount(last.opened)} opened, {formatCount(last.answered)} answered,{' '}
          {formatCount(last.resolved)} resolved; first response {formatDuration(last.medianResponseSeconds)}
        </p>
      )}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="trend-lines" aria-hidden>
        <polyline points={line(({ opened }) => opened)} className="trends-opened" />
        <polyline points={line(({ resolved }) => resolved)} className="trends-resolved" />
      </svg>
      <p className="trend-weeks muted small" aria-hidden>
        <span>{weeks[0]?.week}</span>
        <span>Most in a week: {formatCount(highest)}</span>
        <span>{last?.week}</span>
      </p>
      {/* A table is as wide as its texts, hidden or not; the box around it cuts it off. */}
      <div className="visually-hidden">
        <table>
          <caption>{label} by week</caption>
          <thead>
            <tr>
              {['Week from', 'Opened', 'Answered', 'Resolved', 'Median time to the first response'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, opened, answered, resolved, medianResponseSeconds }) => (
              <tr key={week}>
                <th scope="row">{week}</th>
                <td>{opened}</td>
                <td>{answered}</td>
                <td>{resolved}</td>
                <td>{formatDuration(medianResponseSeconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** `45 min`, `3 h`, `2 d`. */
function formatDuration(seconds: number | null): string {
  if (seconds === null) return 'none';
  if (seconds < HOUR_S) return `${Math.max(1, Math.round(seconds / 60))} min`;
  return seconds < 48 * HOUR_S ? `${Math.round(seconds / HOUR_S)} h` : `${Math.round(seconds / 24 / HOUR_S)} d`;
}
