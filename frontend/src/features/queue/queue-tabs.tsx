import type { CountQueueParams, QueueCountsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useCountQueue } from '@ecom-crm/openapi/queue/queue';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { totalText } from '../../components/list/head/use-totals';
import { useChangesSoon } from '../../components/live/change-bus';
import { useThreadTypes } from '../../components/thread/queue/queue-api';
import '../../components/ui/tabs/status-tabs.css';

interface Tab {
  part: keyof QueueCountsDto;
  label: string;
  /** What it sets in the address. */
  filter: { assignee?: string; snoozed?: string };
}

const TABS: Tab[] = [
  { part: 'all', label: 'All', filter: {} },
  { part: 'mine', label: 'Mine', filter: { assignee: 'me' } },
  { part: 'unassigned', label: 'Unassigned', filter: { assignee: 'none' } },
  { part: 'snoozed', label: 'Snoozed', filter: { snoozed: 'true' } },
];

interface QueueTabsProps {
  /** What narrows all parts. */
  filters: CountQueueParams;
  /** How often they are counted where no change is told, ms. */
  intervalMs: number;
}

/** The parts of the queue that people ask for most, with how much each holds: links, so that each opens in a tab of its own, too. */
export function QueueTabs({ filters, intervalMs }: QueueTabsProps) {
  const [params] = useSearchParams();
  const { data: counts, refetch } = useCountQueue(filters, {
    query: { placeholderData: keepPreviousData, refetchInterval: intervalMs },
  });
  const kinds = useThreadTypes().map(({ kind }) => kind);
  useChangesSoon(kinds, () => void refetch({ cancelRefetch: false }));
  return (
    <nav aria-label="Part of the queue" className="status-tabs">
      {TABS.map(({ part, label, filter }) => {
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
            id={`queue-${part}`}
            to={{ search: to.toString() }}
            className="status-tab"
            aria-current={isChosen ? 'true' : undefined}
          >
            {label} <span className="status-tab-total">{counts && totalText(counts[part])}</span>
          </Link>
        );
      })}
    </nav>
  );
}
