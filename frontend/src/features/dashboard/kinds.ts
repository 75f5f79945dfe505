import type { StatisticsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

/** One kind of record, as the dashboard counts it. */
export interface Kind {
  name: keyof StatisticsDto;
  /** What its bar in the chart is called. */
  label: string;
  /** What its card is called. */
  cardLabel: string;
  path: string;
}

/** The four kinds, in the order of the cards and bars. */
export const kinds: Kind[] = [
  { name: 'products', label: 'Products', cardLabel: 'Registered products', path: '/products' },
  { name: 'problems', label: 'Problems', cardLabel: 'Active problems', path: '/problems' },
  { name: 'questions', label: 'Questions', cardLabel: 'Total questions', path: '/customer-questions' },
  { name: 'updates', label: 'Updates', cardLabel: 'Recent updates', path: '/updates' },
];

/** A count of nothing: before the counts are read, and when they cannot be. */
export const noCounts: StatisticsDto = { products: 0, problems: 0, questions: 0, updates: 0 };

/** The colours of the bars: blue, red, green, purple; each at least 3 : 1 against the card in its mode. */
export const barColours: Record<'light' | 'dark', Record<Kind['name'], string>> = {
  light: { products: '#1668dc', problems: '#d32029', questions: '#3c8618', updates: '#722ed1' },
  dark: { products: '#4096ff', problems: '#ff6b6b', questions: '#6abe39', updates: '#a97cf0' },
};
