import { useReadProduct } from '@ecom-crm/openapi/products/products';

/** What a product is called; its number where there is none such. */
export function ProductName({ id }: { id: number }) {
  const { data: product, isError } = useReadProduct(id, { images: 'url' });
  return <>{product?.name ?? (isError ? `#${id}` : '…')}</>;
}
