/**
 * Finds the codes of products in a text. The rules:
 *
 * - A code is one token of the text, or up to six that only spaces part: `0 986 494 104`, `W 712/95`.
 * - A code with a letter and a digit and at least four of both, or with at least six digits, is exact: it links. Shorter
 *   and plainer ones only suggest.
 * - The longest code at a place counts, and none inside of it: `LX1566/1` does not name `LX1566`.
 * - Digits are no code where more digits touch them, or where the words around say that they are something else.
 * - Signs that touch a code belong to it where a product has that code: `AGM70+` does not name `AGM70` then.
 * - `A1234/B5678` names two codes where both are codes and the whole is none.
 */
import { chunksOf, searchedText, tokensOf, withSigns, type Token } from './code-text';
import { EAN_DIGITS, isMeasured, isOtherNumber, isUnit } from './other-numbers';

const MAX_TOKENS = 6;
const MAX_LENGTH = 60;
/** Words with more letters are not part of a code with spaces, unless they begin it and a number follows. */
const MAX_LETTERS = 5;
/** Words of texts with which no code begins or ends, unless they are written in capitals. */
const COMMON_WORDS = new Set(
  (
    'a an and are as at be by do for from has have i if in is it me my no not of on one or our the to too two was we with you your ' +
    'am auf aus bei das dem den der des die ein er es für hat ich im ist mein mit nach nicht oder sie sind und uns vom von was wir zu zum'
  ).split(' '),
);
/** A word that no code begins with where a unit follows its number. */
const SMALL_WORD = /^\p{Ll}{3,}$/u;
/** A letter, or two, behind a code with spaces; no words, and no `VW`. */
const SUFFIX = /^(?:[A-HJ-Z]|[A-D][A-Z]|[b-hj-np-tv-z])$/;
const YEAR = /^(?:19|20)\d\d$/;
/** A code with how many of it are meant: `2xGDB1330`, `2*GDB1330`. */
const COUNTED = /^\d{1,3}[*x](.+)$/;
/** The most that is looked up for one text. */
const MAX_CANDIDATES = 2000;

/** Tokens from one to another, which may be a code. */
interface Span {
  form: string;
  first: number;
  last: number;
}

/** What products have a code, by its form; undefined for what is no code. */
export type KnownCodes = Pick<Map<string, number[]>, 'get'>;

/** Whether a code is exact enough to link. */
export function isExact(form: string): boolean {
  // Most words of a text end here.
  if (!/\p{N}/u.test(form)) return false;
  const digits = form.match(/\p{N}/gu)?.length ?? 0;
  const letters = form.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 ? letters + digits >= 4 : digits >= 6;
}

/** A text that is searched for codes. */
export class CodeFinder {
  /** The forms that must be looked up: the known ones are codes in the text. */
  readonly candidates: string[];
  private readonly tokens: Token[];
  /** What may be a code, by its first token, the longest first. */
  private readonly spans: Span[][];

  /** With `plain`, shorter and plainer codes as well as exact ones. */
  constructor(text: string, { plain = false } = {}) {
    const isWanted = plain ? (): boolean => true : isExact;
    const normal = /\p{N}/u.test(text) || plain ? searchedText(text) : '';
    this.tokens = tokensOf(normal);
    this.spans = this.tokens.map((_token, first) => this.spansFrom(first).filter(({ form }) => isWanted(form)));
    for (const span of this.chunks(normal)) if (isWanted(span.form)) this.spans[span.first].unshift(span);
    const plainSpans = shortestFirst(this.spans);
    this.spans = this.spans.map((spans) => spans.flatMap((span) => this.signed(span)));
    const parts = this.tokens.flatMap(partsOf);
    // Single words come first, and what has signs last: of a long list all of its codes are looked up.
    const forms = [...plainSpans, ...parts.map((some) => some[some.length - 1])];
    this.candidates = [...new Set([...forms, ...shortestFirst(this.spans), ...parts.flat()])].slice(0, MAX_CANDIDATES);
  }

  /** Whether nothing in the text looks like a code. */
  isEmpty(): boolean {
    return this.candidates.length === 0;
  }

  /** The numbers of the products whose codes are in the text; `exact` ones alone, or the others. */
  products(known: KnownCodes, { exact = true } = {}): number[] {
    const found = new Set<number>();
    let end = -1;
    for (let index = 0; index < this.tokens.length; index++) {
      const span = this.spanAt(index, known);
      const forms = span ? [span.form] : partsOf(this.tokens[index]).map((some) => firstKnown(some, known));
      if (span && !this.isCode(span, known, end)) continue;
      if (!forms.every((form) => known.get(form) !== undefined)) continue;
      const areNumbers = forms.every((form) => /^\d+$/.test(form));
      if (!span && areNumbers && isOtherNumber(this.tokens, index, index)) continue;
      for (const form of forms) if (isExact(form) === exact) for (const id of known.get(form) ?? []) found.add(id);
      if (span) end = index = span.last;
    }
    return [...found];
  }

  /** The longest known code that begins with a token. */
  private spanAt(index: number, known: KnownCodes): Span | undefined {
    return this.spans[index]?.find(({ form }) => known.get(form) !== undefined);
  }

  private spansFrom(first: number): Span[] {
    const spans: Span[] = [];
    let form = '';
    for (let last = first; last < Math.min(first + MAX_TOKENS, this.tokens.length); last++) {
      const token = this.tokens[last];
      if (last > first && (!(token.isJoined || token.isWrapped) || isLongWord(token))) break;
      if (last === first + 1 && isLongWord(this.tokens[first]) && !/\p{N}/u.test(token.form)) break;
      form = last > first ? `${form} ${token.form}` : token.form;
      if (form.length > MAX_LENGTH) break;
      if (last === first || !this.isInSentence(first, last)) spans.unshift({ form, first, last });
      if ((isCommon(token) && !this.leadsNumbers(last)) || this.isMeasure(first, last)) break;
    }
    return spans;
  }

  /** Whether tokens belong to the sentence, not to a code: they begin or end with a common word, or end with a measure. */
  private isInSentence(first: number, last: number): boolean {
    if (isCommon(this.tokens[first]) && !this.leadsNumbers(first)) return true;
    if (isCommon(this.tokens[last]) || this.isMeasure(first, last)) return true;
    // `says 280` of `The catalogue says 280 mm`, but not `HU 718` of `HU 718 k`.
    return isMeasured(this.tokens[last + 1]) && SMALL_WORD.test(this.tokens[first].text);
  }

  /** Whether two numbers follow: `a 204 421 10 12` is a code whose first letter is no article. */
  private leadsNumbers(index: number): boolean {
    const next = this.tokens.slice(index + 1, index + 3);
    return next.length === 2 && next.every(({ form, isJoined }) => isJoined && /^\d/.test(form));
  }

  private isMeasure(first: number, last: number): boolean {
    return last > first && isUnit(this.tokens[last]) && /^\d/.test(this.tokens[last - 1].form);
  }

  /** What has separators inside, such as `M8x1,25`, as one code over its tokens. */
  private *chunks(text: string): Generator<Span> {
    let index = 0;
    for (const { form, start, end } of chunksOf(text)) {
      while (this.tokens[index]?.start < start) index++;
      const first = index;
      while (this.tokens[index]?.end < end) index++;
      if (this.tokens[first]?.start === start && this.tokens[index]?.end === end) yield { form, first, last: index };
    }
  }

  /** A span with the signs that touch it, and without. */
  private signed(span: Span): Span[] {
    const { form, first, last } = span;
    // Most stand between spaces.
    if (this.tokens[first].isJoined && this.tokens[last + 1]?.isJoined) return [span];
    return withSigns(form, this.tokens[first].gap, this.tokens[last].after).map((one) => ({ form: one, first, last }));
  }

  /** Whether a known code is not a part of something longer, and no number of another kind; `end` is where the code before ended. */
  private isCode({ form, first, last }: Span, known: KnownCodes, end: number): boolean {
    if (first < last && this.hasSuffix(first, last)) return false;
    if (/\p{L}/u.test(form)) return true;
    if (isOtherNumber(this.tokens, first, last)) return false;
    if (first === last && form.length >= EAN_DIGITS) return true;
    const [before, after] = [this.tokens[first - 1], this.tokens[last + 1]];
    const { isJoined, isWrapped } = this.tokens[first];
    const isInLine = isJoined || (isWrapped && first < last);
    const isMoreBefore = isInLine && first - 1 !== end && isPartOfNumber(before, first < last);
    const isMoreAfter =
      after?.isJoined === true &&
      !this.spanAt(last + 1, known) &&
      !isMeasured(this.tokens[last + 2]) &&
      isPartOfNumber(after, first < last);
    return !isMoreBefore && !isMoreAfter;
  }

  /** Whether letters go on with a code: `5Q0 615 301 G` is another part than `5Q0 615 301`. */
  private hasSuffix(first: number, last: number): boolean {
    const [suffix, next] = this.tokens.slice(last + 1, last + 3);
    const isWord = suffix?.text !== 'A' && COMMON_WORDS.has(suffix?.form);
    if (!suffix?.isJoined || isWord || !SUFFIX.test(suffix.text)) return false;
    // In `W 712/95 v. Mann` it is an abbreviation.
    const isShort = /^\p{Ll}$/u.test(suffix.text) && /^[./](?!\s*\n)/.test(suffix.after) && next !== undefined;
    if (isShort && !/\p{Ll}/u.test(this.tokens[first].text)) return false;
    // In `0 986 494 104 x 2` it counts.
    return suffix.form !== 'x' || !/^\d/.test(next?.form ?? '');
  }
}

/** The forms of spans, those of the fewest tokens first. */
function shortestFirst(spans: Span[][]): string[] {
  const sorted = spans.flat().sort((a, b) => a.last - a.first - (b.last - b.first));
  return sorted.map(({ form }) => form);
}

/** Whether a number next to a code in numbers belongs to it: next to a single number counts and years do not. */
function isPartOfNumber({ form }: Token, isOfParts: boolean): boolean {
  return /^\d+$/.test(form) && (isOfParts || (form.length > 3 && !/^00/.test(form) && !YEAR.test(form)));
}

function isLongWord({ form }: Token): boolean {
  return form.length > MAX_LETTERS && !/\d/.test(form);
}

function isCommon({ text, form }: Token): boolean {
  return COMMON_WORDS.has(form) && !/^\p{Lu}+$/u.test(text);
}

/**
 * The entries of a list without spaces, such as `A1234/B5678`, where each looks like an exact code; else none. Each with the
 * signs that touch it, and without.
 */
function partsOf({ form, after }: Token): string[][] {
  const counted = COUNTED.exec(form);
  const parts = counted && isExact(counted[1]) ? [counted[1]] : /[/+]/.test(form) ? form.split(/[/+]/) : [];
  if (!parts.every(isExact)) return [];
  return parts.map((part, index) => withSigns(part, '', index === parts.length - 1 ? after : ''));
}

function firstKnown(forms: string[], known: KnownCodes): string {
  return forms.find((form) => known.get(form) !== undefined) ?? forms[0];
}
