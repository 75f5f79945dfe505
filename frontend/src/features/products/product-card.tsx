import { EditOutlined } from '@ant-design/icons';
import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { LinkButton } from '../../components/ui/link-button';
import { Thumbnails } from '../../components/images/thumbnails';
import { productPaths } from './product-paths';

/** A product in the list. */
export function ProductCard({ product }: { product: ProductDto }) {
  const { id, name, sku, ean, vehicle, images } = product;
  const headingId = `product-${id}`;
  return (
    <article className="card list-card product-card" aria-labelledby={headingId}>
      <div className="head-row">
        <h3 id={headingId} className="two-lines list-card-title">
          {name}
        </h3>
        <LinkButton
          to={productPaths.edit(id)}
          id={`edit-product-${id}`}
          icon={<EditOutlined aria-hidden />}
          aria-describedby={headingId}
        >
          Edit Product
        </LinkButton>
      </div>
      <dl className="product-card-facts">
        <Fact label="SKU" value={sku} />
        {ean && <Fact label="EAN" value={ean} />}
        {vehicle && <Fact label="Vehicle" value={vehicle} />}
      </dl>
      <Thumbnails images={images} oneRow />
    </article>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}:</dt> <dd>{value}</dd>
    </div>
  );
}
