import type { StatisticsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { recordTypes, type RecordType } from '../../components/record/record-types';

/** One kind of record, as the dashboard counts it. */
export type CountedKind = RecordType['count'] & {
  kind: string;
  colours: { light: string; dark: string };
};

/** Blue, red, green, purple and on, in turn; each at least 3 : 1 against the card in its mode. */
export const COLOURS = [
  { light: '#1668dc', dark: '#4096ff' },
  { light: '#d32029', dark: '#ff6b6b' },
  { light: '#3c8618', dark: '#6abe39' },
  { light: '#722ed1', dark: '#a97cf0' },
  { light: '#b25c00', dark: '#f0a04b' },
  { light: '#08797d', dark: '#36cfc9' },
];

/** The kinds in the order of the features, which is that of the cards and bars. */
export function countedKinds(): CountedKind[] {
  return Object.values(recordTypes).map(({ kind, count }, index) => ({
    ...count,
    kind,
    colours: COLOURS[index % COLOURS.length]!,
  }));
}

/** A count; 0 before the counts are read, and when they cannot be. */
export function countOf(counts: StatisticsDto | undefined, { name }: CountedKind): number {
  return counts?.[name] ?? 0;
}
