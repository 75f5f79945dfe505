import type { ListQuestionsParams, QuestionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListQuestionsUrl, getSearchQuestionsUrl } from '@ecom-crm/openapi/questions/questions';
import { BackLink } from '../../components/ui/back-link';
import { CardSkeleton } from '../../components/ui/card-skeleton';
import { EmptyList } from '../../components/list/empty-list';
import { AGE_ORDER, ListChoices, statusChoice, useChosen } from '../../components/list/list-choices';
import { useListOrder } from '../../components/list/list-order';
import { NewRecordButton } from '../../components/list/new-record-button';
import { PageTitle } from '../../components/ui/page-title';
import { RecordList } from '../../components/list/record-list';
import { SearchBox } from '../../components/list/search-box';
import { ThreadCard } from '../../components/thread/thread-card';
import { threadStatuses } from '../../components/thread/thread-status';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { useSearchText } from '../../components/list/use-search-text';
import { questionPaths } from './question-paths';

const STATUS = statusChoice(threadStatuses);
const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 192;

/** All customer questions, or the matches of a search. */
export function QuestionList() {
  const { text, q, setText, flush } = useSearchText();
  const status = useChosen(STATUS);
  const order = useListOrder(AGE_ORDER, q);
  const pages = usePages<QuestionDto>('/api/customer-questions', firstPage(q, { status, sort: order.sort }));
  return (
    <>
      <BackLink to="/">Dashboard</BackLink>
      <PageTitle>Customer Questions</PageTitle>
      <div className="list-toolbar">
        <SearchBox placeholder="Search customer questions..." text={text} onChange={setText} onLeave={flush} />
        <NewRecordButton id="new-question" to={questionPaths.add} label="New Question" />
      </div>
      <ListChoices choices={[STATUS, order.choice]} />
      <RecordList
        pages={pages}
        kind="question"
        nouns={['customer question', 'customer questions']}
        failedText="Failed to fetch questions"
        empty={
          <EmptyList
            text="No customer questions found"
            q={q}
            onClear={() => setText('')}
            ofStatus={status !== undefined}
            first={{ label: 'Add the first question', path: questionPaths.add }}
          />
        }
        skeleton={<CardSkeleton height={CARD_HEIGHT_PX - 34} />}
        minCardWidth={MIN_CARD_WIDTH_PX}
        estimatedHeight={CARD_HEIGHT_PX}
        renderCard={({ id, title, description, status }) => (
          <ThreadCard
            cardId={`question-${id}`}
            title={title}
            description={description}
            status={status}
            path={questionPaths.detail(id)}
          />
        )}
      />
    </>
  );
}

function firstPage(q: string, chosen: ListQuestionsParams): string {
  const page = { ...chosen, limit: PAGE_SIZE };
  return q ? getSearchQuestionsUrl({ ...page, q }) : getListQuestionsUrl(page);
}
