import type { CreateProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadProductQueryKey, useCreateProduct, useReplaceProduct } from '@ecom-crm/openapi/products/products';
import type { Attempt } from '../../components/drafts/drafts';
import { useSaving } from '../../components/form/use-saving';
import { useImageUploads } from '../../components/images/use-image-uploads';
import { useMergedEdit } from '../../components/merge/use-merged-edit';
import { bodyOf, productLabels } from './product-values';

/** How our screens ask for products: pictures as short addresses. */
export const withImageAddresses = { images: 'url' } as const;

/** Adds a product, once. */
export function useAddProduct() {
  const { mutateAsync } = useCreateProduct();
  const upload = useImageUploads();
  return useSaving({
    kind: 'product',
    send: async (product: CreateProductDto, { idempotency: headers }: Attempt) =>
      mutateAsync({ data: await upload(product), params: withImageAddresses, headers }),
    done: { title: 'Success', description: 'Product added successfully' },
    failed: (error) => {
      console.error('Adding the product failed', error);
      return { title: 'Error', description: 'Failed to add product. Please check the console for details.' };
    },
  });
}

/** Replaces a product; the dialog asks if somebody else has changed the same fields. */
export function useUpdateProduct(id: number) {
  const { mutateAsync } = useReplaceProduct();
  const upload = useImageUploads();
  const [merge, conflictDialog] = useMergedEdit({
    noun: 'product',
    labels: productLabels,
    bodyOf,
    send: (data, headers) => mutateAsync({ id, data, params: withImageAddresses, headers }),
  });
  const update = useSaving({
    kind: 'product',
    send: async (product: CreateProductDto, attempt: Attempt) => merge(await upload(product), attempt),
    recordKey: getReadProductQueryKey(id, withImageAddresses),
    done: { description: 'Product updated successfully' },
    failed: () => ({ description: 'Failed to update product' }),
  });
  return [update, conflictDialog] as const;
}
