import { useFindProductsByCodes } from '@ecom-crm/openapi/products/products';
import { useMemo } from 'react';
import { recordTypes } from '../record/record-types';
import { possibleCodes } from './code-pattern';

/** Where the codes in texts lead, and what the product is called, by the code. */
export type CodeLinks = ReadonlyMap<string, { path: string; name: string }>;

/** The server looks up no more at a time. */
const MAX_CODES = 20;

/** The products that the texts of a page name by their SKU; one request for all of them. */
export function useCodeLinks(texts: string[]): CodeLinks | undefined {
  const codes = possibleCodes(texts, MAX_CODES).join(',');
  const { data } = useFindProductsByCodes({ codes }, { query: { enabled: codes !== '' } });
  return useMemo(() => {
    const pathOf = recordTypes.product?.path;
    return pathOf && data && new Map(data.map(({ id, sku, name }) => [sku, { path: pathOf(id), name }]));
  }, [data]);
}
