import type { CreateProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadProductQueryKey, useCreateProduct, useReplaceProduct } from '@ecom-crm/openapi/products/products';
import type { Attempt } from '../../components/drafts/drafts';
import { useSaving } from '../../components/form/use-saving';
import { useImageUploads } from '../../components/images/use-image-uploads';
import { useWayToRow } from '../../components/list/list-address';
import { useMergedEdit } from '../../components/merge/use-merged-edit';
import { withImageAddresses } from './photos/product-images';
import { productPaths } from './product-paths';
import { productLabels } from './product-labels';
import { bodyOf } from './product-values';

/** Leads from the dashboard, where a saved form leads, to the product in the list that one came from. */
function useWayBack(id: number) {
  return { label: 'Back to the results', onClick: useWayToRow(productPaths.list, `product-${id}-link`) };
}

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
  const action = useWayBack(id);
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
    done: { description: 'Product updated successfully', action },
    failed: () => ({ description: 'Failed to update product' }),
  });
  return [update, conflictDialog] as const;
}
