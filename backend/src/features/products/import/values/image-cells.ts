import { isImageAddress } from '../../../../images/image-list.field';
import { unescapeCell } from '../../../../lists/csv';

/** Addresses in one cell: as many pictures as Shopify keeps of a product. */
const MAX_ADDRESSES = 250;
/** What is read of a row with many cells of pictures: no more cells once there are so many. */
const MAX_OF_ROW = 1000;
const SHOWN = 60;

/** What shops leave out at the start of an address: `https:`, `https://` before `www.`, and all of it before a name of Wix. */
const STARTS: [start: RegExp, full: string][] = [
  [/^\/\/(?=[a-z0-9-]+\.)/i, 'https://'],
  [/^(?=www\.[a-z0-9-]+\.)/i, 'https://'],
  [/^(?=[0-9a-f]{6}_[0-9a-f]{32}~)/, 'https://static.wixstatic.com/media/'],
];

/** What stands in the cells of pictures: addresses, and other texts. */
export interface Pictures {
  addresses: string[];
  others: string[];
}

/** The pictures of a row, none twice; those of our own export as they stand there. */
export function picturesIn(cells: string[], places: number[], isOwn: boolean): Pictures {
  const found: string[] = [];
  for (const place of places) {
    if (found.length >= MAX_OF_ROW) break;
    found.push(...(isOwn ? ownAddresses(cells[place]) : addressesIn(cells[place])));
  }
  if (isOwn) return { addresses: found, others: [] };
  const pictures: Pictures = { addresses: [], others: [] };
  for (const text of new Set(found)) pictures[isImageAddress(text) ? 'addresses' : 'others'].push(text);
  return pictures;
}

/** What is said of texts that are no addresses. */
export function otherPicturesWarning([first, ...rest]: string[]): string {
  const shown = first.length > SHOWN ? `${[...first].slice(0, SHOWN).join('')}…` : first;
  return rest.length === 0
    ? `The picture “${shown}” is no address that can be read, and is left out`
    : `${rest.length + 1} pictures are no addresses that can be read, and are left out: “${shown}” is the first`;
}

/** Apart by lines, blanks, bars, semicolons and commas. */
function addressesIn(cell = ''): string[] {
  return unescapeCell(cell)
    .trim()
    .split(/[|;,]?\s+|[|;,](?=(?:https?:)?\/\/|www\.|[0-9a-f]{6}_[0-9a-f]{32}~)/i, MAX_ADDRESSES + 1)
    .map((text) => STARTS.reduce((found, [start, full]) => found.replace(start, full), text.replace(/[|;,]{1,9}$/, '')))
    .filter(Boolean);
}

/** Addresses a line, as our export has them; else apart by spaces, or by commas before another address. One more than may be, at most. */
function ownAddresses(cell = ''): string[] {
  const text = unescapeCell(cell);
  const between = text.includes('\n') ? /(?:\r?\n)+/ : /,?\s+|,(?=https?:)/i;
  return text
    .trim()
    .split(between, MAX_ADDRESSES + 1)
    .filter(Boolean);
}
