import { useListLinkedProducts } from '@ecom-crm/openapi/links/links';
import { useFindProductsByCodes } from '@ecom-crm/openapi/products/products';
import { useMemo } from 'react';
import { apiNameOf, recordTypes, type RecordRef } from '../record/record-types';
import { codeLinksOf, type CodeLinks } from './code-links';
import { possibleCodes } from './code-pattern';

/** The server looks up no more at a time. */
const MAX_CODES = 20;

/** The products that the texts of a record name: those it is linked to, and what else has the SKU of a word in them. */
export function useCodeLinks(record: RecordRef, texts: string[]): CodeLinks | undefined {
  const { data: linked } = useListLinkedProducts(apiNameOf(record), record.recordId, {
    query: { enabled: record.recordId > 0 && texts.length > 0 },
  });
  const codes = possibleCodes(texts, MAX_CODES).join(',');
  const { data: named } = useFindProductsByCodes({ codes }, { query: { enabled: codes !== '' } });
  return useMemo(() => {
    const pathOf = recordTypes.product?.path;
    const products = [...(linked ?? []).map(({ product }) => product), ...(named ?? [])];
    return pathOf && codeLinksOf(products.map(({ id, ...product }) => ({ ...product, path: pathOf(id) })));
  }, [linked, named]);
}
