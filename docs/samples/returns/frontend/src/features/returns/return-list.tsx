import type { ListReturnsParams, ReturnDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListReturnsUrl, getSearchReturnsUrl } from '@ecom-crm/openapi/returns/returns';
import { CardSkeleton } from '../../components/ui/card-skeleton';
import { EmptyList } from '../../components/list/empty-list';
import { ListHead } from '../../components/list/head/list-head';
import { StatusTabs } from '../../components/list/head/status-tabs';
import { useStatusFilter } from '../../components/list/head/use-status-filter';
import { useTotals } from '../../components/list/head/use-totals';
import { AGE_ORDER, useOrder } from '../../components/list/list-choices';
import { NewRecordButton } from '../../components/list/new-record-button';
import { RecordList } from '../../components/list/record-list';
import { SearchBox } from '../../components/list/search-box';
import { ThreadCard } from '../../components/thread/thread-card';
import { threadStatuses } from '../../components/thread/thread-status';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { useSearchText } from '../../components/list/use-search-text';
import { returnPaths } from './return-paths';

const NOUNS: [string, string] = ['return', 'returns'];
const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 142;

/** All returns, or the matches of a search. */
export function ReturnList() {
  const { text, q, setText, flush } = useSearchText();
  const filter = useStatusFilter('return', threadStatuses);
  const { choice, sort } = useOrder(AGE_ORDER, q);
  const pages = usePages<ReturnDto>('/api/returns', firstPage(q, { status: filter.chosen, sort }));
  const totals = useTotals('return', q, sort);
  return (
    <>
      <ListHead
        title="Returns"
        count={{ pages, totals, status: filter.chosen, nouns: NOUNS }}
        search={<SearchBox placeholder="Search returns..." text={text} onChange={setText} onLeave={flush} />}
        choices={[choice]}
        add={<NewRecordButton id="new-return" to={returnPaths.add} label="New Return" />}
      />
      <StatusTabs filter={filter} totals={totals} />
      <RecordList
        pages={pages}
        kind="return"
        nouns={NOUNS}
        failedText="Failed to fetch returns"
        empty={
          <EmptyList
            text="No returns found"
            things="returns"
            q={q}
            onClear={() => setText('')}
            filter={filter}
            hint="What customers send back is logged here."
            first={{ label: 'Log the first return', path: returnPaths.add }}
          />
        }
        skeleton={<CardSkeleton height={CARD_HEIGHT_PX - 34} />}
        minCardWidth={MIN_CARD_WIDTH_PX}
        estimatedHeight={CARD_HEIGHT_PX}
        renderCard={(record, view) => (
          <ThreadCard view={view} cardId={`return-${record.id}`} thread={record} path={returnPaths.detail(record.id)} />
        )}
      />
    </>
  );
}

function firstPage(q: string, chosen: ListReturnsParams): string {
  const page = { ...chosen, limit: PAGE_SIZE };
  return q ? getSearchReturnsUrl({ ...page, q }) : getListReturnsUrl(page);
}
