import { useReadProduct } from '@ecom-crm/openapi/products/products';
import { Fragment } from 'react';

/** What the products of a filter are called; `ids` has their numbers with commas between them. */
export function ProductNames({ ids = '' }: { ids?: string }) {
  return ids.split(',').map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ' or '}
      <ProductName id={Number(id)} />
    </Fragment>
  ));
}

/** What a product is called; its number where there is none such. */
export function ProductName({ id }: { id: number }) {
  const { data: product, isError } = useReadProduct(id, { images: 'url' });
  return <>{product?.name ?? (isError ? `#${id}` : '…')}</>;
}
