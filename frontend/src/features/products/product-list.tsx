import type { ListProductsParams, ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getExportProductsUrl, getListProductsUrl, getSearchProductsUrl } from '@ecom-crm/openapi/products/products';
import { Button, Skeleton } from 'antd';
import { BackLink } from '../../components/ui/back-link';
import { AGE_ORDER, ListChoices, type Choice } from '../../components/list/list-choices';
import { LinkButton } from '../../components/ui/link-button';
import { useListOrder } from '../../components/list/list-order';
import { NewRecordButton } from '../../components/list/new-record-button';
import { PageTitle } from '../../components/ui/page-title';
import { RecordList } from '../../components/list/record-list';
import { SearchBox } from '../../components/list/search-box';
import { EmptyState, NoMatchState } from '../../components/ui/feedback';
import { PAGE_SIZE, usePages } from '../../components/list/use-pages';
import { useSearchText } from '../../components/list/use-search-text';
import { ProductCard } from './product-card';
import { productPaths } from './product-paths';
import './products.css';

/** What the registry can be ordered by. */
const ORDER: Choice<'newest' | 'oldest' | 'name' | 'sku'> = {
  ...AGE_ORDER,
  options: [...AGE_ORDER.options, { value: 'name', label: 'By name' }, { value: 'sku', label: 'By SKU' }],
};
const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 242;

/** The product registry: all products, or the matches of a search. */
export function ProductList() {
  const { text, q, setText, flush } = useSearchText();
  const { sort, choice: order } = useListOrder(ORDER, q);
  const pages = usePages<ProductDto>('/api/products', firstPage(q, sort));
  return (
    <>
      <BackLink to="/">Dashboard</BackLink>
      <PageTitle>Products</PageTitle>
      <h2>Product Registry</h2>
      <p className="muted">Manage your registered products</p>
      <div className="list-toolbar">
        <SearchBox placeholder="Search products..." text={text} onChange={setText} onLeave={flush} />
        <NewRecordButton id="new-product" to={productPaths.add} label="New Product" />
      </div>
      <ListChoices choices={[order]} />
      <Files exportUrl={getExportProductsUrl({ q: q || undefined, sort })} />
      <RecordList
        pages={pages}
        kind="product"
        nouns={['product', 'products']}
        failedText="Failed to fetch products"
        empty={<NoProducts q={q} onClear={() => setText('')} />}
        skeleton={<CardSkeleton />}
        minCardWidth={MIN_CARD_WIDTH_PX}
        estimatedHeight={CARD_HEIGHT_PX}
        renderCard={(product) => <ProductCard product={product} />}
      />
    </>
  );
}

function firstPage(q: string, sort: ListProductsParams['sort']): string {
  const page = { sort, limit: PAGE_SIZE, images: 'url' } as const;
  return q ? getSearchProductsUrl({ ...page, q }) : getListProductsUrl(page);
}

/** The ways of a file: in, and out as far as it is searched for. */
function Files({ exportUrl }: { exportUrl: string }) {
  return (
    <div className="list-choices">
      <LinkButton size="small" to={productPaths.import}>
        Import
      </LinkButton>
      <Button size="small" href={exportUrl} download title="An import reads at most 200,000 rows and 100 MB of it">
        Export
      </Button>
    </div>
  );
}

function NoProducts({ q, onClear }: { q: string; onClear: () => void }) {
  if (q) return <NoMatchState text="No products found" searchedFor={q} onClear={onClear} />;
  const action = <LinkButton to={productPaths.add}>Add the first product</LinkButton>;
  return <EmptyState text="No products found" hint="The registry is empty." action={action} />;
}

function CardSkeleton() {
  return (
    <div style={{ height: CARD_HEIGHT_PX - 34 }}>
      <Skeleton active title={{ width: '60%' }} paragraph={{ rows: 2, width: ['35%', '45%'] }} />
      <Skeleton.Node active style={{ width: 100, height: 88 }} />
    </div>
  );
}
