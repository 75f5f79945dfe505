import type { Folded } from './folding';
import type { PieceDto } from './search.dto';

/** About how many characters of a long text are shown. */
const STRETCH = 120;
const BEFORE = 40;

/** A stretch of the folded text that is what was looked for. */
export interface Match {
  from: number;
  to: number;
}

/** Where what was looked for is found, each by any of its forms: at the beginning of words, or where there is none, anywhere. */
export function matches(folded: string, sought: string[][]): Match[] {
  return sought.flatMap((forms) => occurrences(folded, forms)).sort((a, b) => a.from - b.from || b.to - a.to);
}

function occurrences(folded: string, forms: string[]): Match[] {
  const any = forms
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .sort((a, b) => b.length - a.length)
    .join('|');
  const found = (pattern: RegExp): Match[] =>
    Array.from(folded.matchAll(pattern), (match) => ({ from: match.index, to: match.index + match[0].length }));
  const atBeginnings = found(new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})`, 'gu'));
  return atBeginnings.length > 0 ? atBeginnings : found(new RegExp(any, 'gu'));
}

/** The text as stored, cut into what was found and what is between. */
export function pieces(original: string, { origin }: Folded, found: Match[]): PieceDto[] {
  const cut: PieceDto[] = [];
  let done = 0;
  const add = (to: number, match: boolean): void => {
    if (to > done) cut.push({ text: original.slice(done, to), match });
    done = Math.max(done, to);
  };
  for (const { from, to } of found) {
    add(origin[from], false);
    add(endOf(origin, to), true);
  }
  add(original.length, false);
  return cut;
}

/** A character whose folding is longer than what was found of it belongs to it wholly, and marks that folding drops go with theirs. */
function endOf(origin: number[], to: number): number {
  const within = origin[to] === origin[to - 1];
  return within ? origin[origin.findIndex((place, index) => index > to && place !== origin[to])] : origin[to];
}

/** About 120 characters around the first match, with … where the text goes on. */
export function fragment(original: string, folded: Folded, found: Match[]): PieceDto[] {
  const start = wholeCharacter(original, Math.max(0, folded.origin[found[0].from] - BEFORE));
  const end = wholeCharacter(
    original,
    Math.max(
      Math.min(original.length, start + STRETCH),
      Math.min(endOf(folded.origin, found[0].to), start + 2 * STRETCH),
    ),
  );
  let at = 0;
  const shown = pieces(original, folded, found).flatMap(({ text, match }) => {
    const part = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += text.length;
    return part ? [{ text: part, match }] : [];
  });
  if (start > 0) shown.unshift({ text: '…', match: false });
  if (end < original.length) shown.push({ text: '…', match: false });
  return shown;
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  return at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text[at]) && /[\uD800-\uDBFF]/.test(text[at - 1])
    ? at + 1
    : at;
}
