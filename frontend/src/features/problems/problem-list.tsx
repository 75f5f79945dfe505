import type { ListProblemsParams, ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListProblemsUrl, getSearchProblemsUrl } from '@ecom-crm/openapi/problems/problems';
import { BackLink } from '../../components/ui/back-link';
import { CardSkeleton } from '../../components/ui/card-skeleton';
import { EmptyList } from '../../components/list/empty-list';
import { AGE_ORDER, ListChoices, statusChoice, useChosen } from '../../components/list/list-choices';
import { useListOrder } from '../../components/list/list-order';
import { NewRecordButton } from '../../components/list/new-record-button';
import { PageTitle } from '../../components/ui/page-title';
import { RecordList } from '../../components/list/record-list';
import { SearchBox } from '../../components/list/search-box';
import { useConfirm } from '../../components/ui/use-confirm';
import { threadStatuses } from '../../components/thread/thread-status';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { useSearchText } from '../../components/list/use-search-text';
import { DeletedProblemsLink } from './deleted-problems-link';
import { ProblemCard } from './problem-card';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

const STATUS = statusChoice(threadStatuses);
const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 256;

/** All problems, or the matches of a search. */
export function ProblemList() {
  const [ask, dialog] = useConfirm();
  const { text, q, setText, flush } = useSearchText();
  const status = useChosen(STATUS);
  const order = useListOrder(AGE_ORDER, q);
  const pages = usePages<ProblemDto>('/api/problems', firstPage(q, { status, sort: order.sort }));
  return (
    <>
      <div className="head-row record-top">
        <BackLink to="/">Dashboard</BackLink>
        <DeletedProblemsLink />
      </div>
      <PageTitle>Problems</PageTitle>
      <div className="list-toolbar">
        <SearchBox placeholder="Search problems..." text={text} onChange={setText} onLeave={flush} />
        <NewRecordButton id="new-problem" to={problemPaths.add} label="New Problem" />
      </div>
      <ListChoices choices={[STATUS, order.choice]} />
      <RecordList
        pages={pages}
        kind="problem"
        nouns={['problem', 'problems']}
        failedText="Failed to fetch problems"
        empty={
          <EmptyList
            text="No problems found"
            q={q}
            onClear={() => setText('')}
            ofStatus={status !== undefined}
            first={{ label: 'Log the first problem', path: problemPaths.add }}
          />
        }
        skeleton={<CardSkeleton height={CARD_HEIGHT_PX - 34} />}
        minCardWidth={MIN_CARD_WIDTH_PX}
        estimatedHeight={CARD_HEIGHT_PX}
        renderCard={(problem) => <ProblemCard problem={problem} ask={ask} />}
      />
      {dialog}
    </>
  );
}

function firstPage(q: string, chosen: ListProblemsParams): string {
  const page = { ...chosen, limit: PAGE_SIZE, ...withImageAddresses };
  return q ? getSearchProblemsUrl({ ...page, q }) : getListProblemsUrl(page);
}
