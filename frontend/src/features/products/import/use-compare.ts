import type { ProductImportDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadProductImportQueryKey, useMapProductImport } from '@ecom-crm/openapi/product-imports/product-imports';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

/** How columns are to be read. */
export type ChosenMapping = Pick<ProductImportDto, 'columns' | 'placeholder' | 'makeSkus' | 'profile'>;

/** What is compared with the registry. */
export interface Comparison {
  found: ProductImportDto;
  /** What is chosen and was not compared yet. */
  chosen: ChosenMapping | undefined;
  /** It was compared as it was chosen then: more may have been chosen since. */
  onCompared: (sent: ChosenMapping | undefined) => void;
}

/** Compares a file with the registry as it is now, by the columns as they are chosen. */
export function useCompare({ found, chosen, onCompared }: Comparison) {
  const queryClient = useQueryClient();
  const sent = useRef<ChosenMapping>(undefined);
  const { mutate, isPending, error } = useMapProductImport({
    mutation: {
      onSuccess: (mapped) => {
        // With another version, by which the rows are read again.
        queryClient.setQueryData(getReadProductImportQueryKey(found.id), mapped);
        onCompared(sent.current);
      },
    },
  });
  const { columns, placeholder, makeSkus, profile } = chosen ?? found;
  const compare = () => {
    sent.current = chosen;
    mutate({
      id: found.id,
      data: {
        columns: columns.map(({ target, field }) => ({
          target,
          ...(target === 'field' && field?.trim() ? { field } : {}),
        })),
        placeholder,
        makeSkus,
        profile: profile?.trim() || null,
      },
    });
  };
  return { compare, isPending, error };
}

/** Reads an import and its rows again. */
export async function invalidateImport(queryClient: QueryClient, id: number): Promise<void> {
  await Promise.all(
    [getReadProductImportQueryKey(id), [rowsPath(id)]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

/** Below it, the rows of an import are out of date when it is compared again. */
export function rowsPath(id: number): string {
  return `/api/product-imports/${id}/rows`;
}
