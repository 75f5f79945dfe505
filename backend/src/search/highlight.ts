import type { Folded } from './folding';
import type { PieceDto } from './search.dto';

/** Characters of a long text that are shown, and those of them before the first match. */
const EXCERPT_LENGTH = 120;
const BEFORE_MATCH = 40;
/** The most matches of a word that are looked for in a text. */
const MAX_MATCHES = 200;

/** A part of a text, as it is stored, that matches. */
export interface Match {
  from: number;
  to: number;
}

/** Where a text has each word in any of its forms: at the beginnings of words, or else anywhere. */
export function findMatches({ text, origin }: Folded, words: string[][]): Match[] {
  const matchesOf = (forms: string[]): Match[] => {
    const escaped = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    const any = escaped.sort((a, b) => b.length - a.length).join('|');
    const atBeginnings = firstMatches(text, new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})`, 'gu'));
    const found = atBeginnings.length > 0 ? atBeginnings : firstMatches(text, new RegExp(any, 'gu'));
    return found.map(({ 0: match, index }) => ({ from: origin[index], to: endOf(origin, index + match.length) }));
  };
  return words.flatMap(matchesOf).sort((a, b) => a.from - b.from || b.to - a.to);
}

function firstMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) if (found.push(match) === MAX_MATCHES) break;
  return found;
}

/** Takes in the whole of a character that is folded to several, and the marks after it that folding drops. */
function endOf(origin: number[], to: number): number {
  let end = to;
  while (origin[end] === origin[to - 1]) end++;
  return origin[end];
}

/** A text cut into what matches and what is between. */
export function highlight(text: string, matches: Match[], start = 0, end = text.length): PieceDto[] {
  const fragments: PieceDto[] = [];
  let done = start;
  const add = (to: number, match: boolean): void => {
    const part = text.slice(done, Math.min(to, end));
    if (part) fragments.push({ text: part, match });
    done = Math.max(done, to);
  };
  for (const { from, to } of matches) {
    add(from, false);
    add(to, true);
  }
  add(end, false);
  return fragments;
}

/** About 120 characters around the first match, with … where the text goes on. */
export function highlightExcerpt(text: string, matches: Match[]): PieceDto[] {
  const [{ from, to }] = matches;
  const start = characterStart(text, Math.max(0, from - BEFORE_MATCH));
  const least = Math.min(text.length, start + EXCERPT_LENGTH);
  const end = characterStart(text, Math.max(least, Math.min(to, start + 2 * EXCERPT_LENGTH)));
  const more = (isCut: boolean): PieceDto[] => (isCut ? [{ text: '…', match: false }] : []);
  return [...more(start > 0), ...highlight(text, matches, start, end), ...more(end < text.length)];
}

/** Moves an offset between the halves of a surrogate pair behind them. */
function characterStart(text: string, at: number): number {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1)) ? at + 1 : at;
}
