import type { ListUpdatesParams, UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListUpdatesUrl, getSearchUpdatesUrl } from '@ecom-crm/openapi/updates/updates';
import { BackLink } from '../../components/ui/back-link';
import { CardSkeleton } from '../../components/ui/card-skeleton';
import { EmptyList } from '../../components/list/empty-list';
import { AGE_ORDER, ListChoices } from '../../components/list/list-choices';
import { useListOrder } from '../../components/list/list-order';
import { NewRecordButton } from '../../components/list/new-record-button';
import { PageTitle } from '../../components/ui/page-title';
import { RecordList } from '../../components/list/record-list';
import { SearchBox } from '../../components/list/search-box';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { useSearchText } from '../../components/list/use-search-text';
import { UpdateCard } from './update-card';
import { updatePaths } from './update-paths';

const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 160;

/** All updates, or the matches of a search. */
export function UpdateList() {
  const { text, q, setText, flush } = useSearchText();
  const order = useListOrder(AGE_ORDER, q);
  const pages = usePages<UpdateDto>('/api/updates', firstPage(q, order.sort));
  return (
    <>
      <BackLink to="/">Dashboard</BackLink>
      <PageTitle>Updates</PageTitle>
      <div className="list-toolbar">
        <SearchBox placeholder="Search updates..." text={text} onChange={setText} onLeave={flush} />
        <NewRecordButton id="new-update" to={updatePaths.add} label="New Update" />
      </div>
      <ListChoices choices={[order.choice]} />
      <RecordList
        pages={pages}
        kind="update"
        nouns={['update', 'updates']}
        failedText="Failed to fetch updates"
        empty={
          <EmptyList
            text="No updates found"
            q={q}
            onClear={() => setText('')}
            first={{ label: 'Write the first update', path: updatePaths.add }}
          />
        }
        skeleton={<CardSkeleton height={CARD_HEIGHT_PX - 34} />}
        minCardWidth={MIN_CARD_WIDTH_PX}
        estimatedHeight={CARD_HEIGHT_PX}
        renderCard={(record) => <UpdateCard record={record} />}
      />
    </>
  );
}

function firstPage(q: string, sort: ListUpdatesParams['sort']): string {
  const page = { sort, limit: PAGE_SIZE };
  return q ? getSearchUpdatesUrl({ ...page, q }) : getListUpdatesUrl(page);
}
