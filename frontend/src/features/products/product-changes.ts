import type { CreateProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import {
  createProduct,
  getListProductsQueryKey,
  getReadProductQueryKey,
  replaceProduct,
} from '@ecom-crm/openapi/products/products';
import { getReadStatisticsQueryKey } from '@ecom-crm/openapi/statistics/statistics';
import { useMergedEdit } from '../../components/merge/use-merged-edit';
import { useSaving } from '../../components/form/use-saving';
import { bodyOf, productLabels } from './product-values';

/** How our screens ask for products: pictures as short addresses. */
export const withImageAddresses = { images: 'url' } as const;

const outdated = [getListProductsQueryKey(), getReadStatisticsQueryKey()];

/** Adds a product, once. */
export function useAddProduct() {
  return useSaving({
    send: (product: CreateProductDto, request: RequestInit) => createProduct(product, withImageAddresses, request),
    outdated,
    done: { title: 'Success', description: 'Product added successfully' },
    failed: (error) => {
      console.error('Adding the product failed', error);
      return { title: 'Error', description: 'Failed to add product. Please check the console for details.' };
    },
  });
}

/** Replaces a product; the dialog asks where somebody else has changed the same meanwhile. */
export function useUpdateProduct(id: number) {
  const [send, conflictDialog] = useMergedEdit({
    noun: 'product',
    labels: productLabels,
    bodyOf,
    send: (product, request) => replaceProduct(id, product, withImageAddresses, request),
  });
  const update = useSaving({
    send,
    recordKey: getReadProductQueryKey(id, withImageAddresses),
    outdated,
    done: { description: 'Product updated successfully' },
    failed: () => ({ description: 'Failed to update product' }),
  });
  return [update, conflictDialog] as const;
}
