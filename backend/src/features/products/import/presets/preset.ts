import type { FileFormat, Target } from '../import-columns';

/** How the files of one vendor are known, and what their columns are. All headers as `plainHeader` writes them. */
export interface Preset {
  format: FileFormat;
  isKnownBy: (headers: Set<string>) => boolean;
  /** The headers of each target. Where there are several and only one can be it, the first of the list is. */
  columns: Partial<Record<Target, string[]>>;
  /** For headers that have a number or a name in them. */
  patterns?: [header: RegExp, target: Target][];
  /** Columns that are left out. Any other is a free field. */
  ignored?: RegExp;
  /** Columns of one variant alone: the others do not take the value of the first. */
  ofVariant?: RegExp;
  /** What is no part of the name of a free field. */
  noise?: RegExp;
}

/** Longer than any header that is known. It is cut twice: one character may become eighteen. */
const MAX_HEADER = 200;

/** A header without what differs from file to file: case, accents, quotes, `*`, `#`, `_`, and a remark in brackets. */
export function plainHeader(header: string): string {
  return header
    .slice(0, MAX_HEADER)
    .normalize('NFKD')
    .slice(0, MAX_HEADER)
    .replace(/\p{M}|["'’“”«»*#?¿\ufeff]/gu, '')
    .toLowerCase()
    .replace('(html)', 'html')
    .replace(/[\s_-]+/g, ' ')
    .replace(/(?<=.)\((?!product\.metafields)[^()]{0,60}\)[\s:]*$/, '')
    .replace(/[\s:]+$/, '')
    .trim();
}

/** Words apart by `|`, as headers are compared. */
export function words(text: string): string[] {
  return text.split('|').map(plainHeader);
}

/** How many of the words are headers. */
export function count(headers: Set<string>, text: string): number {
  return words(text).filter((word) => headers.has(word)).length;
}
