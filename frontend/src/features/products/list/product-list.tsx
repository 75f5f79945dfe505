import type { ListProductsParams, ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getExportProductsUrl, getListProductsUrl, getSearchProductsUrl } from '@ecom-crm/openapi/products/products';
import { CardSkeleton } from '../../../components/ui/card-skeleton';
import { EmptyList } from '../../../components/list/empty-list';
import { ExportButton } from '../../../components/list/export-button';
import { DeletedLink } from '../../../components/history/deleted-link';
import { FilterButton } from '../../../components/list/filters/filter-button';
import { FilterChips } from '../../../components/list/filters/filter-chips';
import { PRODUCT_FILTERS } from '../../../components/list/filters/filter-values';
import { SaveView } from '../../../components/list/views/save-view';
import { useListFilters } from '../../../components/list/filters/use-list-filters';
import { ViewTabs } from '../../../components/list/views/view-tabs';
import { ListHead } from '../../../components/list/head/list-head';
import { useTotals } from '../../../components/list/head/use-totals';
import { AGE_ORDER, useOrder, type Choice } from '../../../components/list/list-choices';
import { LinkButton } from '../../../components/ui/link-button';
import { NewRecordButton } from '../../../components/list/new-record-button';
import { RecordList } from '../../../components/list/record-list';
import { SearchBox } from '../../../components/list/search-box';
import { PAGE_SIZE, usePages } from '../../../components/list/use-pages';
import { useSearchText } from '../../../components/list/use-search-text';
import { OpenRecords } from '../../../components/products/open-records';
import { ProductCard } from './product-card';
import { productPaths } from '../product-paths';
import '../products.css';

/** What the registry can be ordered by. */
const ORDER: Choice<'newest' | 'oldest' | 'name' | 'sku'> = {
  ...AGE_ORDER,
  options: [...AGE_ORDER.options, { value: 'name', label: 'By name' }, { value: 'sku', label: 'By SKU' }],
};
const NOUNS: [string, string] = ['product', 'products'];
const MIN_CARD_WIDTH_PX = 340;
const CARD_HEIGHT_PX = 236;

/** The product registry: all products, or the matches of a search. */
export function ProductList() {
  const { text, q, setText, flush } = useSearchText();
  const { choice, sort } = useOrder(ORDER, q);
  const filters = useListFilters(PRODUCT_FILTERS);
  const asked = { ...filters.values, sort };
  const pages = usePages<ProductDto>('/api/products', firstPage(q, asked));
  const totals = useTotals('product', q, sort, filters.values);
  return (
    <>
      <ListHead
        title="Products"
        count={{ pages, totals, nouns: NOUNS }}
        search={<SearchBox placeholder="Search products..." text={text} onChange={setText} onLeave={flush} />}
        choices={[choice]}
        filter={<FilterButton filters={filters} />}
        actions={
          <>
            <LinkButton type="text" to={productPaths.import}>
              Import
            </LinkButton>
            <ExportButton
              url={getExportProductsUrl({ q: q || undefined, ...asked, ...(totals.isCut && { sort: undefined }) })}
              things="products"
            />
            <DeletedLink kind="product" />
          </>
        }
        add={<NewRecordButton id="new-product" to={productPaths.add} label="New Product" />}
      />
      <div className="list-subtitle">
        <h2>Product Registry</h2>
        <p className="muted">Manage your registered products</p>
      </div>
      <ViewTabs list="product" />
      <FilterChips filters={filters}>
        <SaveView list="product" hasButton={filters.isFiltered} />
      </FilterChips>
      <OpenRecords products={pages.items ?? []}>
        <RecordList
          pages={pages}
          kind="product"
          nouns={NOUNS}
          failedText="Failed to fetch products"
          empty={
            <EmptyList
              text="No products found"
              things="products"
              q={q}
              onClear={() => setText('')}
              filters={filters}
              isCut={totals.isCut}
              hint="The registry is empty. Add products one by one, or all at once from a CSV file."
              first={{ label: 'Add the first product', path: productPaths.add }}
              action={<LinkButton to={productPaths.import}>Import a CSV file</LinkButton>}
            />
          }
          skeleton={<CardSkeleton height={CARD_HEIGHT_PX - 34} />}
          minCardWidth={MIN_CARD_WIDTH_PX}
          estimatedHeight={CARD_HEIGHT_PX}
          renderCard={(product, view) => <ProductCard product={product} view={view} />}
        />
      </OpenRecords>
    </>
  );
}

function firstPage(q: string, asked: ListProductsParams): string {
  const page = { ...asked, limit: PAGE_SIZE, images: 'url', include: 'lastChange' } as const;
  return q ? getSearchProductsUrl({ ...page, q }) : getListProductsUrl(page);
}
