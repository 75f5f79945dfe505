import type { ListQuestionsParams, QuestionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import {
  getExportQuestionsUrl,
  getListQuestionsUrl,
  getSearchQuestionsUrl,
} from '@ecom-crm/openapi/questions/questions';
import { CardSkeleton } from '../../components/ui/card-skeleton';
import { EmptyList } from '../../components/list/empty-list';
import { ExportButton } from '../../components/list/export-button';
import { DeletedLink } from '../../components/history/deleted-link';
import { FilterButton } from '../../components/list/filters/filter-button';
import { FilterChips } from '../../components/list/filters/filter-chips';
import { THREAD_FILTERS } from '../../components/list/filters/filter-values';
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
import { ThreadCard } from '../../components/thread/thread-card';
import { threadStatuses } from '../../components/thread/thread-status';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { useSearchText } from '../../components/list/use-search-text';
import { questionPaths } from './question-paths';

const NOUNS: [string, string] = ['customer question', 'customer questions'];
const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 142;

/** All customer questions, or the matches of a search. */
export function QuestionList() {
  const { text, q, setText, flush } = useSearchText();
  const filter = useStatusFilter('question', threadStatuses);
  const filters = useListFilters(THREAD_FILTERS, threadStatuses);
  const { choice, sort } = useOrder(AGE_ORDER, q);
  const asked = { status: filter.chosen, ...filters.values, sort };
  const pages = usePages<QuestionDto>('/api/customer-questions', firstPage(q, asked));
  const totals = useTotals('question', q, sort, filters.values);
  return (
    <>
      <ListHead
        title="Customer Questions"
        count={{ pages, totals, status: asked.status, nouns: NOUNS }}
        search={<SearchBox placeholder="Search customer questions..." text={text} onChange={setText} onLeave={flush} />}
        choices={[choice]}
        filter={<FilterButton filters={filters} />}
        actions={
          <>
            <ExportButton
              url={getExportQuestionsUrl({ q: q || undefined, ...asked, ...(totals.isCut && { sort: undefined }) })}
              things="questions"
            />
            <DeletedLink kind="question" />
          </>
        }
        add={<NewRecordButton id="new-question" to={questionPaths.add} label="New Question" />}
      />
      <ViewTabs list="question" />
      <StatusTabs filter={filter} totals={totals} />
      <FilterChips filters={filters}>
        <SaveView list="question" hasButton={filters.isFiltered} />
      </FilterChips>
      <RecordList
        pages={pages}
        kind="question"
        nouns={NOUNS}
        failedText="Failed to fetch questions"
        empty={
          <EmptyList
            text="No customer questions found"
            things="questions"
            q={q}
            onClear={() => setText('')}
            filter={filter}
            filters={filters}
            isCut={totals.isCut}
            hint="What customers ask is logged and answered here."
            first={{ label: 'Log the first question', path: questionPaths.add }}
          />
        }
        skeleton={<CardSkeleton height={CARD_HEIGHT_PX - 34} />}
        minCardWidth={MIN_CARD_WIDTH_PX}
        estimatedHeight={CARD_HEIGHT_PX}
        renderCard={(question, view) => (
          <ThreadCard
            view={view}
            cardId={`question-${question.id}`}
            thread={question}
            path={questionPaths.detail(question.id)}
          />
        )}
      />
    </>
  );
}

function firstPage(q: string, chosen: ListQuestionsParams): string {
  const page = { ...chosen, limit: PAGE_SIZE, include: 'responseCount' } as const;
  return q ? getSearchQuestionsUrl({ ...page, q }) : getListQuestionsUrl(page);
}
