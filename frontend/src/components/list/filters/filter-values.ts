import type { ReadTotalsParams } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

/** The filters of a list, as its address and the server have them. One status alone is a tab, where a list has tabs. */
export type FilterValues = Omit<ReadTotalsParams, 'q' | 'sort'>;

export type FilterName = keyof FilterValues;

/** What a list can be filtered by. */
export const THREAD_FILTERS = [
  'status',
  'assignee',
  'tag',
  'product',
  'createdFrom',
  'createdTo',
  'waiting',
  'waitingFrom',
  'waitingTo',
  'snoozed',
] as const satisfies FilterName[];
export const THREAD_WITH_IMAGES_FILTERS = [...THREAD_FILTERS, 'hasImages'] as const satisfies FilterName[];
export const PRODUCT_FILTERS = ['hasImages', 'field'] as const satisfies FilterName[];

/** Where a filter of the API is in no list, `readFilters` does not compile. */
type ListedName = (typeof THREAD_WITH_IMAGES_FILTERS | typeof PRODUCT_FILTERS)[number];

/** So many products can be asked for at once. */
export const MAX_PRODUCTS = 200;

const MAX_TAGS = 20;
const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined);
const numbers = (most: number) => matching(new RegExp(`^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,${most - 1}}$`));
const yesOrNo = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined);
const time = (text: string) =>
  Number.isNaN(Date.parse(text)) || !/T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? undefined : text;

/** What the address has of a filter; undefined where the server would refuse it. */
const READ: { [Name in ListedName]: (text: string) => FilterValues[Name] } = {
  status: matching(/^[a-z_]+(,[a-z_]+)+$/),
  assignee: matching(/^(me|none|[1-9]\d{0,8})$/),
  tag: numbers(MAX_TAGS),
  product: numbers(MAX_PRODUCTS),
  createdFrom: time,
  createdTo: time,
  waiting: yesOrNo,
  waitingFrom: time,
  waitingTo: time,
  snoozed: yesOrNo,
  hasImages: yesOrNo,
  field: matching(/^[^:]+:.+$/s),
};

/** The filters that an address has. */
export function readFilters(params: URLSearchParams, names: readonly FilterName[]): FilterValues {
  const given = names.map((name) => [name, READ[name](params.get(name) ?? '')] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The day of a time here, as an input for dates has it; of a time before which something is, the last day. */
export function dayOf(time: string | undefined, isEnd = false): string {
  if (time === undefined) return '';
  const at = new Date(Date.parse(time) - (isEnd ? 1 : 0));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The start of a day here, or its end; undefined for none. */
export function timeOf(day: string, isEnd = false): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date || year < 1000 || year > 9998) return undefined;
  return new Date(year, month - 1, date + (isEnd ? 1 : 0)).toISOString();
}
