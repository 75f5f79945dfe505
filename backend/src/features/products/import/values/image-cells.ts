import { isImageAddress } from '../../../../images/image-list.field';
import { unescapeCell } from '../../../../lists/csv';

/** So many pictures of a row are counted: of a cell one more is read, and no other cell once there are more. */
const MAX_COUNTED = 1000;
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
  /** Whether there may be more, which nobody has counted. */
  isCut: boolean;
}

/** The pictures of a row, none twice; those of our own export as they stand there. */
export function picturesIn(cells: string[], indexes: number[], isOwn: boolean): Pictures {
  const found: string[] = [];
  for (const index of indexes) {
    if (found.length > MAX_COUNTED) break;
    found.push(...(isOwn ? ownAddresses(cells[index]) : addressesIn(cells[index])));
  }
  const isCut = found.length > MAX_COUNTED;
  if (isOwn) return { addresses: found, others: [], isCut };
  const pictures: Pictures = { addresses: [], others: [], isCut };
  for (const text of new Set(found)) pictures[isImageAddress(text) ? 'addresses' : 'others'].push(text);
  return pictures;
}

/** A number of pictures, as it is said. */
export function countOfPictures(count: number): string {
  return count > MAX_COUNTED ? `more than ${MAX_COUNTED.toLocaleString('en-US')}` : String(count);
}

/** What is said of texts that are no addresses. */
export function otherPicturesWarning([first, ...rest]: string[]): string {
  const shown = first.length > SHOWN ? `${[...first].slice(0, SHOWN).join('')}…` : first;
  return rest.length === 0
    ? `The picture “${shown}” is no address that can be read, and is left out`
    : `${countOfPictures(rest.length + 1).replace(/^m/, 'M')} pictures are no addresses that can be read, and are left out: “${shown}” is the first`;
}

/** Apart by lines, blanks, bars, semicolons and commas. */
function addressesIn(cell = ''): string[] {
  return unescapeCell(cell)
    .trim()
    .split(/[|;,]?\s+|[|;,](?=(?:https?:)?\/\/|www\.|[0-9a-f]{6}_[0-9a-f]{32}~)/i, MAX_COUNTED + 1)
    .map((text) => STARTS.reduce((found, [start, full]) => found.replace(start, full), text.replace(/[|;,]{1,9}$/, '')))
    .filter(Boolean);
}

/** Addresses a line, as our export has them; else apart by spaces, or by commas before another address. */
function ownAddresses(cell = ''): string[] {
  const text = unescapeCell(cell);
  const between = text.includes('\n') ? /(?:\r?\n)+/ : /,?\s+|,(?=https?:)/i;
  return text
    .trim()
    .split(between, MAX_COUNTED + 1)
    .filter(Boolean);
}
