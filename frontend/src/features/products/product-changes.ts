import type { CreateProductDto, ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { createProduct, getListProductsQueryKey, getReadProductQueryKey, replaceProduct } from '@ecom-crm/openapi/products/products';
import { getReadStatisticsQueryKey } from '@ecom-crm/openapi/statistics/statistics';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

/** How our screens ask for products: pictures as short addresses. */
export const withImageAddresses = { images: 'url' } as const;

interface Outcome {
  onDone: () => void;
  onFailed: (error: Error) => void;
}

/** Adds a product; lists and counts are read again. */
export function useAddProduct({ onDone, onFailed }: Outcome) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (product: CreateProductDto) => createProduct(product, withImageAddresses),
    onSuccess: () => {
      refetchProducts(queryClient);
      onDone();
    },
    onError: onFailed,
  });
}

/** Replaces a product; lists and counts are read again. */
export function useUpdateProduct(id: number, { onDone, onFailed }: Outcome) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (product: CreateProductDto) => replaceProduct(id, product, withImageAddresses),
    onSuccess: (saved: ProductDto) => {
      queryClient.setQueryData(getReadProductQueryKey(id, withImageAddresses), saved);
      refetchProducts(queryClient);
      onDone();
    },
    onError: onFailed,
  });
}

function refetchProducts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: getListProductsQueryKey() });
  void queryClient.invalidateQueries({ queryKey: getReadStatisticsQueryKey() });
}
