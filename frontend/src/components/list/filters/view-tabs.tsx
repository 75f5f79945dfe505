import { useCountViews, useListViews } from '@ecom-crm/openapi/views/views';
import type { ViewDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Link, useSearchParams } from 'react-router-dom';
import { useChanges } from '../../live/change-bus';
import { totalText } from '../head/use-totals';
import './filters.css';

/** The saved views of a list, and which one is on the screen. */
export function useViews(list: string): { views: ViewDto[]; chosen: ViewDto | undefined } {
  const { data, refetch } = useListViews();
  useChanges(['view'], () => void refetch());
  const views = data?.filter((view) => view.list === list) ?? [];
  const here = canonical(useSearchParams()[0].toString());
  return { views, chosen: views.find(({ query }) => query !== '' && canonical(query) === here) };
}

/** A query whatever the order of its parameters. */
export function canonical(query: string): string {
  const params = new URLSearchParams(query);
  params.sort();
  return params.toString();
}

/** Links to the saved views of a list with how many records each has; nothing where there are none. */
export function ViewTabs({ list }: { list: string }) {
  const { views, chosen } = useViews(list);
  const { data: counts } = useCountViews({ query: { enabled: views.length > 0 } });
  if (views.length === 0) return null;
  return (
    <nav aria-label="Views" className="view-tabs">
      {views.map((view) => {
        const total = counts?.find(({ id }) => id === view.id);
        return (
          <Link
            key={view.id}
            id={`view-tab-${view.id}`}
            to={{ search: view.query }}
            preventScrollReset
            aria-current={view.id === chosen?.id ? 'true' : undefined}
            className="view-tab"
          >
            <bdi>{view.name}</bdi> <span className="status-tab-total">{total && totalText(total)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
