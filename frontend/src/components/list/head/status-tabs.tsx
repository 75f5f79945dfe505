import { Link, useSearchParams } from 'react-router-dom';
import type { StatusFilter } from './use-status-filter';
import { totalText, type Total, type Totals } from './use-totals';
import '../../ui/tabs/status-tabs.css';

interface StatusTabsProps {
  filter: StatusFilter<string>;
  totals: Totals;
}

/** The statuses of a list with how many records have each: links, so that each opens in a tab of its own, too. */
export function StatusTabs({
  filter: { statuses, chosen, isSeveral, keep },
  totals: { totals, isOutdated },
}: StatusTabsProps) {
  const tabs = [...statuses, { value: undefined, label: 'All' }];
  const totalOf = (status: string | undefined): Total | undefined =>
    status === undefined ? totals : totals?.byStatus.find((one) => one.status === status);
  return (
    <nav aria-label="Status" className="status-tabs" aria-busy={isOutdated}>
      {tabs.map(({ value, label }) => (
        <StatusTab
          key={label}
          status={value}
          label={label}
          total={totalOf(value)}
          isChosen={value === chosen && !isSeveral}
          onChoose={() => keep(value)}
        />
      ))}
    </nav>
  );
}

interface StatusTabProps {
  status: string | undefined;
  label: string;
  total: Total | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function StatusTab({ status, label, total, isChosen, onChoose }: StatusTabProps) {
  const params = new URLSearchParams(useSearchParams()[0]);
  if (status === undefined) params.delete('status');
  else params.set('status', status);
  return (
    <Link
      id={`status-${status ?? 'all'}`}
      to={{ search: params.toString() }}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className="status-tab"
      onClick={onChoose}
      // A tab of its own goes by the address, which has nothing for all: the kept choice must be gone before.
      onAuxClick={({ button }) => button === 1 && status === undefined && onChoose()}
    >
      {label} <span className="status-tab-total">{total && totalText(total)}</span>
    </Link>
  );
}
