import type { ListProblemsParams, ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getExportProblemsUrl, getListProblemsUrl, getSearchProblemsUrl } from '@ecom-crm/openapi/problems/problems';
import { CardSkeleton } from '../../components/ui/card-skeleton';
import { EmptyList } from '../../components/list/empty-list';
import { ExportButton } from '../../components/list/export-button';
import { FilterButton } from '../../components/list/filters/filter-button';
import { FilterChips } from '../../components/list/filters/filter-chips';
import { THREAD_WITH_IMAGES_FILTERS } from '../../components/list/filters/filter-values';
import { SaveView } from '../../components/list/views/save-view';
import { useListFilters } from '../../components/list/filters/use-list-filters';
import { ViewTabs } from '../../components/list/views/view-tabs';
import { ListHead } from '../../components/list/head/list-head';
import { StatusTabs } from '../../components/list/head/status-tabs';
import { useStatusFilter } from '../../components/list/head/use-status-filter';
import { useTotals } from '../../components/list/head/use-totals';
import { AGE_ORDER, useOrder } from '../../components/list/list-choices';
import { NewRecordButton } from '../../components/list/new-record-button';
import { RecordList } from '../../components/list/record-list';
import { SearchBox } from '../../components/list/search-box';
import { useConfirm } from '../../components/ui/confirm/use-confirm';
import { threadStatuses } from '../../components/thread/thread-status';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { useSearchText } from '../../components/list/use-search-text';
import { DeletedProblemsLink } from './deleted-problems-link';
import { ProblemCard } from './problem-card';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

const NOUNS: [string, string] = ['problem', 'problems'];
const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 256;

/** All problems, or the matches of a search. */
export function ProblemList() {
  const [ask, dialog] = useConfirm();
  const { text, q, setText, flush } = useSearchText();
  const filter = useStatusFilter('problem', threadStatuses);
  const filters = useListFilters(THREAD_WITH_IMAGES_FILTERS, threadStatuses);
  const { choice, sort } = useOrder(AGE_ORDER, q);
  const asked = { status: filter.chosen, ...filters.values, sort };
  const pages = usePages<ProblemDto>('/api/problems', firstPage(q, asked));
  const totals = useTotals('problem', q, sort, filters.values);
  return (
    <>
      <ListHead
        title="Problems"
        count={{ pages, totals, status: asked.status, nouns: NOUNS }}
        search={<SearchBox placeholder="Search problems..." text={text} onChange={setText} onLeave={flush} />}
        choices={[choice]}
        filter={<FilterButton filters={filters} />}
        actions={
          <>
            <ExportButton
              url={getExportProblemsUrl({ q: q || undefined, ...asked, ...(totals.isCut && { sort: undefined }) })}
              things="problems"
            />
            <DeletedProblemsLink />
          </>
        }
        add={<NewRecordButton id="new-problem" to={problemPaths.add} label="New Problem" />}
      />
      <ViewTabs list="problem" />
      <StatusTabs filter={filter} totals={totals} />
      <FilterChips filters={filters}>
        <SaveView list="problem" hasButton={filters.isFiltered} />
      </FilterChips>
      <RecordList
        pages={pages}
        kind="problem"
        nouns={NOUNS}
        failedText="Failed to fetch problems"
        empty={
          <EmptyList
            text="No problems found"
            things="problems"
            q={q}
            onClear={() => setText('')}
            filter={filter}
            filters={filters}
            isCut={totals.isCut}
            hint="What customers report as broken is logged here, with photos."
            first={{ label: 'Log the first problem', path: problemPaths.add }}
          />
        }
        skeleton={<CardSkeleton height={CARD_HEIGHT_PX - 34} />}
        minCardWidth={MIN_CARD_WIDTH_PX}
        estimatedHeight={CARD_HEIGHT_PX}
        renderCard={(problem, view) => <ProblemCard problem={problem} view={view} ask={ask} />}
      />
      {dialog}
    </>
  );
}

function firstPage(q: string, chosen: ListProblemsParams): string {
  const page = { ...chosen, limit: PAGE_SIZE, include: 'responseCount', ...withImageAddresses } as const;
  return q ? getSearchProblemsUrl({ ...page, q }) : getListProblemsUrl(page);
}
