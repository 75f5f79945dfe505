import { Link, useSearchParams } from 'react-router-dom';
import '../../components/list/head/status-tabs.css';

interface Tab {
  label: string;
  /** What it sets in the address. */
  filter: { assignee?: string; snoozed?: string };
}

const TABS: Tab[] = [
  { label: 'All', filter: {} },
  { label: 'Mine', filter: { assignee: 'me' } },
  { label: 'Unassigned', filter: { assignee: 'none' } },
  { label: 'Snoozed', filter: { snoozed: 'true' } },
];

/** The parts of the queue that people ask for most: links, so that each opens in a tab of its own, too. */
export function QueueTabs() {
  const [params] = useSearchParams();
  return (
    <nav aria-label="Part of the queue" className="status-tabs">
      {TABS.map(({ label, filter }) => {
        const to = new URLSearchParams(params);
        for (const name of ['assignee', 'snoozed'] as const) {
          to.delete(name);
          if (filter[name]) to.set(name, filter[name]);
        }
        const isChosen = (['assignee', 'snoozed'] as const).every(
          (name) => (params.get(name) ?? undefined) === filter[name],
        );
        return (
          <Link
            key={label}
            id={`queue-${label.toLowerCase()}`}
            to={{ search: to.toString() }}
            className="status-tab"
            aria-current={isChosen ? 'true' : undefined}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
