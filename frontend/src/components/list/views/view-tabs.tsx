import { useCountViews, useListViews } from '@ecom-crm/openapi/views/views';
import type { ViewDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useContext } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { DraftOwner } from '../../drafts/draft-owner';
import { useChanges, useChangesSoon } from '../../live/change-bus';
import { recordTypes } from '../../record/record-types';
import { totalText } from '../head/use-totals';
import '../filters/filters.css';
import './views.css';

/** Which view was pressed. */
interface ViewState {
  view: number;
}

/** The saved views of a list, and which one is on the screen. */
export function useViews(list: string): { views: ViewDto[]; chosen: ViewDto | undefined } {
  const { data, refetch } = useListViews();
  useChanges(['view'], () => void refetch());
  const views = data?.filter((view) => view.list === list) ?? [];
  const { search, state } = useLocation();
  const me = useContext(DraftOwner);
  const here = canonical(search);
  const alike = views.filter(({ query }) => query !== '' && canonical(query) === here);
  // Of several with the same filters the one that was pressed, else one's own.
  const chosen =
    alike.find(({ id }) => id === (state as ViewState | null)?.view) ??
    alike.find(({ createdById }) => createdById === me) ??
    alike[0];
  return { views, chosen };
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
  const { data: counts, refetch } = useCountViews({ list }, { query: { enabled: views.length > 0 } });
  // The queue is over several kinds.
  const kinds = list in recordTypes ? [list] : Object.keys(recordTypes);
  useChangesSoon([...kinds, 'view'], () => {
    // A count may take longer than changes take to come.
    if (views.length > 0) void refetch({ cancelRefetch: false });
  });
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
            state={{ view: view.id } satisfies ViewState}
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
