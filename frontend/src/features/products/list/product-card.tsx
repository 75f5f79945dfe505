import { EditOutlined } from '@ant-design/icons';
import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Item } from '../../../components/list/item/item';
import { ItemFacts } from '../../../components/list/item/item-facts';
import type { ListView } from '../../../components/list/list-view';
import { OpenRecordsPill } from '../../../components/products/open-records';
import { LinkButton } from '../../../components/ui/link-button';
import { productPaths } from '../product-paths';
import './product-card.css';

/** A product in the list. */
export function ProductCard({ product, view }: { product: ProductDto; view: ListView }) {
  const { id, name, sku, ean, vehicle, images, changedAt, changedById } = product;
  const isRow = view === 'rows';
  return (
    <Item
      view={view}
      id={`product-${id}`}
      kind="product"
      headingLevel={3}
      title={name}
      path={productPaths.detail(id)}
      text={
        <dl className="product-facts">
          <Fact name="sku" label="SKU" value={sku} />
          {ean && <Fact name="ean" label="EAN" value={ean} />}
          {vehicle && <Fact name="vehicle" label="Vehicle" value={vehicle} />}
        </dl>
      }
      images={images}
    >
      <OpenRecordsPill productId={id} />
      <ItemFacts id={id} userId={changedById} time={changedAt} />
      <div className="item-actions">
        <LinkButton
          id={`edit-product-${id}`}
          type="text"
          size="small"
          to={productPaths.edit(id)}
          icon={<EditOutlined aria-hidden />}
          aria-label={isRow ? 'Edit Product' : undefined}
          title={isRow ? 'Edit Product' : undefined}
          aria-describedby={`product-${id}-title`}
        >
          {isRow ? undefined : 'Edit Product'}
        </LinkButton>
      </div>
    </Item>
  );
}

function Fact({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div className={`item-cell product-${name}`} title={value}>
      <dt>{label}:</dt> <dd dir="auto">{value}</dd>
    </div>
  );
}
