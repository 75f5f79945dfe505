import { getCountOpenRecordsQueryOptions } from '@ecom-crm/openapi/links/links';
import { useQueries } from '@tanstack/react-query';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { idParts } from '../list/id-parts';
import { useChangesSoon } from '../live/change-bus';
import { recordTypes } from '../record/record-types';
import { formatCount } from '../ui/time-ago';

/** How soon after a change they are counted again, ms. */
const COUNT_AGAIN_MS = 300;

const Counts = createContext<ReadonlyMap<number, number>>(new Map());

/** Knows how many questions and problems about each product of a list are not resolved. The list does not wait for it. */
export function OpenRecords({ products, children }: { products: { id: number }[]; children: ReactNode }) {
  const answers = useQueries({ queries: idParts(products).map((ids) => getCountOpenRecordsQueryOptions({ ids })) });
  const kinds = Object.keys(recordTypes).filter((kind) => kind !== 'product');
  useChangesSoon(kinds, () => answers.forEach(({ refetch }) => void refetch()), COUNT_AGAIN_MS);
  const text = JSON.stringify(
    answers.flatMap(({ data }) => data?.map(({ productId, count }) => [productId, count]) ?? []),
  );
  const counts = useMemo(() => new Map(JSON.parse(text) as [number, number][]), [text]);
  return <Counts value={counts}>{children}</Counts>;
}

/** `2 open`, where anything about the product is. */
export function OpenRecordsPill({ productId }: { productId: number }) {
  const count = useContext(Counts).get(productId);
  if (!count) return null;
  return (
    <span
      className="product-open thread-status thread-status-open"
      title="Questions and problems that are not resolved"
    >
      {formatCount(count)} open
    </span>
  );
}
