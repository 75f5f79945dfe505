import type { ListReturnsParams, ReturnDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListReturnsUrl, getSearchReturnsUrl } from '@ecom-crm/openapi/returns/returns';
import { useDeferredValue } from 'react';
import { BackLink } from '../../components/ui/back-link';
import { CardSkeleton } from '../../components/ui/card-skeleton';
import { EmptyList } from '../../components/list/empty-list';
import { AGE_ORDER, ListChoices, statusChoice, useChosen } from '../../components/list/list-choices';
import { NewRecordButton } from '../../components/list/new-record-button';
import { PageTitle } from '../../components/ui/page-title';
import { RecordList } from '../../components/list/record-list';
import { SearchBox } from '../../components/list/search-box';
import { ThreadCard } from '../../components/thread/thread-card';
import { threadStatuses } from '../../components/thread/thread-status';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { useSearchText } from '../../components/list/use-search-text';
import { returnPaths } from './return-paths';

const STATUS = statusChoice(threadStatuses);
const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 192;

/** All returns, or the matches of a search. */
export function ReturnList() {
  const { text, setText, flush } = useSearchText();
  const q = useDeferredValue(text).trim();
  const [status, sort] = [useChosen(STATUS), useChosen(AGE_ORDER)];
  const pages = usePages<ReturnDto>('/api/returns', firstPage(q, { status, sort }));
  return (
    <>
      <BackLink to="/">Dashboard</BackLink>
      <PageTitle>Returns</PageTitle>
      <div className="list-toolbar">
        <SearchBox placeholder="Search returns..." text={text} onChange={setText} onLeave={flush} />
        <NewRecordButton id="new-return" to={returnPaths.add} label="New Return" />
      </div>
      <ListChoices choices={[STATUS, AGE_ORDER]} />
      <RecordList
        pages={pages}
        kind="return"
        nouns={['return', 'returns']}
        failedText="Failed to fetch returns"
        empty={
          <EmptyList
            text="No returns found"
            q={q}
            onClear={() => setText('')}
            ofStatus={status !== undefined}
            first={{ label: 'Add the first return', path: returnPaths.add }}
          />
        }
        skeleton={<CardSkeleton height={CARD_HEIGHT_PX - 34} />}
        minCardWidth={MIN_CARD_WIDTH_PX}
        estimatedHeight={CARD_HEIGHT_PX}
        renderCard={({ id, title, description, status }) => (
          <ThreadCard
            cardId={`return-${id}`}
            title={title}
            description={description}
            status={status}
            path={returnPaths.detail(id)}
          />
        )}
      />
    </>
  );
}

function firstPage(q: string, chosen: ListReturnsParams): string {
  const page = { ...chosen, limit: PAGE_SIZE };
  return q ? getSearchReturnsUrl({ ...page, q }) : getListReturnsUrl(page);
}
