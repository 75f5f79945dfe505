import type { ListUpdatesParams, UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListUpdatesUrl, getSearchUpdatesUrl } from '@ecom-crm/openapi/updates/updates';
import { CardSkeleton } from '../../components/ui/card-skeleton';
import { EmptyList } from '../../components/list/empty-list';
import { DeletedLink } from '../../components/history/deleted-link';
import { ListHead } from '../../components/list/head/list-head';
import { StatusTabs } from '../../components/list/head/status-tabs';
import { useStatusFilter } from '../../components/list/head/use-status-filter';
import { useTotals } from '../../components/list/head/use-totals';
import { AGE_ORDER, useOrder } from '../../components/list/list-choices';
import { NewRecordButton } from '../../components/list/new-record-button';
import { RecordList } from '../../components/list/record-list';
import { SearchBox } from '../../components/list/search-box';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { useSearchText } from '../../components/list/use-search-text';
import { UpdateCard } from './update-card';
import { updatePaths } from './update-paths';

const STATUSES: { value: UpdateDto['status']; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
];
const NOUNS: [string, string] = ['update', 'updates'];
const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 132;

/** The updates; archived ones are paler. */
export function UpdateList() {
  const { text, q, setText, flush } = useSearchText();
  const filter = useStatusFilter('update', STATUSES);
  const { choice, sort } = useOrder(AGE_ORDER, q);
  const pages = usePages<UpdateDto>('/api/updates', firstPage(q, { status: filter.chosen, sort }));
  const totals = useTotals('update', q, sort);
  return (
    <>
      <ListHead
        title="Updates"
        count={{ pages, totals, status: filter.chosen, nouns: NOUNS }}
        search={<SearchBox placeholder="Search updates..." text={text} onChange={setText} onLeave={flush} />}
        choices={[choice]}
        actions={<DeletedLink kind="update" />}
        add={<NewRecordButton id="new-update" to={updatePaths.add} label="New Update" />}
      />
      <StatusTabs filter={filter} totals={totals} />
      <RecordList
        pages={pages}
        kind="update"
        nouns={NOUNS}
        failedText="Failed to fetch updates"
        empty={
          <EmptyList
            text="No updates found"
            things="updates"
            q={q}
            onClear={() => setText('')}
            filter={totals.totals?.total === 0 ? undefined : filter}
            hint="What all colleagues should know stands here."
            first={{ label: 'Write the first update', path: updatePaths.add }}
          />
        }
        skeleton={<CardSkeleton height={CARD_HEIGHT_PX - 34} />}
        minCardWidth={MIN_CARD_WIDTH_PX}
        estimatedHeight={CARD_HEIGHT_PX}
        renderCard={(record, view) => <UpdateCard record={record} view={view} />}
      />
    </>
  );
}

function firstPage(q: string, chosen: ListUpdatesParams): string {
  const page = { ...chosen, limit: PAGE_SIZE };
  return q ? getSearchUpdatesUrl({ ...page, q }) : getListUpdatesUrl(page);
}
