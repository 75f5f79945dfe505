import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import type { LinkedProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useListLinkedProducts } from '@ecom-crm/openapi/links/links';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { hasStatus } from '../../components/lib/api-errors';
import { ProductPicker } from '../../components/products/product-picker';
import { apiNameOf, recordTypes, type RecordRef } from '../../components/record/record-types';
import { FailedNotice, FailedState } from '../../components/ui/feedback';
import { CopyButton } from '../../components/text/copy-button';
import { useProductLinks } from './use-product-links';
import './links.css';

/** Extra fields that are shown of each product; its page has all. */
const SHOWN_FIELDS = 4;

/** The products that a question, a problem or an update is about: found in its texts, or chosen by a person. */
export function Panel(record: RecordRef) {
  const path = apiNameOf(record);
  const { data: products, isError, error, refetch } = useListLinkedProducts(path, record.recordId);
  const { link, unlink } = useProductLinks(record, path);
  const [isPicking, setPicking] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone once the products are drawn again.
  const keepFocus = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) add.current?.focus();
    });
  // The screen says that the record is gone.
  if (hasStatus(error, 404)) return null;
  // Where reading again failed, the products stay.
  if (isError && !products)
    return <FailedState text="Could not read the products" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {!products?.length && (
        // While they are read its room is kept, so that nothing jumps.
        <p className="muted small" style={products ? undefined : { visibility: 'hidden' }}>
          No products yet. Their codes in the texts add them.
        </p>
      )}
      <ul className="linked-products">
        {products?.map((one) => (
          <LinkedProduct
            key={one.product.id}
            linked={one}
            onLink={(product) => link(product).then(keepFocus)}
            onUnlink={(linked) => unlink(linked).then(keepFocus)}
          />
        ))}
      </ul>
      {isError && (
        <FailedNotice text="Could not read the products again." error={error} onRetry={() => void refetch()} />
      )}
      <Button ref={add} size="small" onClick={() => setPicking(true)}>
        Add a product
      </Button>
      {isPicking && (
        <ProductPicker
          label="Add a product"
          onPick={(product) => {
            setPicking(false);
            void link(product);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

interface LinkedProductProps {
  linked: LinkedProductDto;
  onLink: (product: LinkedProductDto['product']) => Promise<unknown>;
  onUnlink: (linked: LinkedProductDto) => Promise<unknown>;
}

function LinkedProduct({ linked, onLink, onUnlink }: LinkedProductProps) {
  const { product, state } = linked;
  const { id, sku, name, vehicle, images, extraFields } = product;
  const isSuggested = state === 'suggested';
  const image = images[0];
  const fields = [...(vehicle ? [['Vehicle', vehicle]] : []), ...Object.entries(extraFields)].slice(0, SHOWN_FIELDS);
  return (
    <li className={isSuggested ? 'linked-product linked-product-suggested' : 'linked-product'}>
      {image && <img src={thumbnailOf(image)} alt="" width={44} height={44} loading="lazy" />}
      <div className="linked-product-texts">
        <Link to={recordTypes.product?.path(id) ?? '/'} dir="auto">
          {name}
        </Link>
        <span className="linked-product-sku small">
          <span className="code">{sku}</span> <CopyButton text={sku} noun="SKU" />
          {isSuggested && <span className="muted"> · is it about this one?</span>}
        </span>
        {!isSuggested && fields.length > 0 && (
          <dl className="linked-product-fields small">
            {fields.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <span className="linked-product-actions">
        {isSuggested && (
          <Button
            type="text"
            size="small"
            icon={<CheckOutlined aria-hidden />}
            aria-label={`Yes, it is about ${name}`}
            title="Yes"
            onClick={() => void onLink(product)}
          />
        )}
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={isSuggested ? `No, it is not about ${name}` : `Remove ${name}`}
          title={isSuggested ? 'No' : 'Remove'}
          onClick={() => void onUnlink(linked)}
        />
      </span>
    </li>
  );
}

/** Our own images come as small ones. */
function thumbnailOf(image: string): string {
  return image.startsWith('/api/images/') ? `${image}?size=100` : image;
}
