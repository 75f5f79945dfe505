/**
 * Finds the codes of products in a text. The rules:
 *
 * - A code is one token of the text, or up to six that only spaces part: `0 986 494 104`, `W 712/95`.
 * - A code with a letter and a digit and at least four of both, or with at least six digits, is exact: it links. Shorter
 *   and plainer ones only suggest.
 * - The longest code at a place counts, and none inside of it: `LX1566/1` does not name `LX1566`.
 * - Digits are no code where more digits touch them, or where the words around say that they are something else.
 * - `A1234/B5678` names two codes where both are codes and the whole is none.
 */
import { chunksOf, plainText, tokensOf, withoutAddresses, type Token } from './code-text';
import { isMeasured, isOtherNumber, isUnit } from './other-numbers';

const MAX_TOKENS = 6;
const MAX_LENGTH = 60;
/** Words with more letters are not part of a code with spaces. */
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
    const normal = /\d/.test(text) || plain ? withoutAddresses(plainText(text)) : '';
    this.tokens = tokensOf(normal);
    this.spans = this.tokens.map((_token, first) => this.spansFrom(first).filter(({ form }) => isWanted(form)));
    for (const span of this.chunks(normal)) if (isWanted(span.form)) this.spans[span.first].unshift(span);
    const parts = this.tokens.flatMap(({ form }) => partsOf(form));
    const forms = this.spans.flatMap((spans) => spans.map(({ form }) => form));
    this.candidates = [...new Set([...forms, ...parts])].slice(0, MAX_CANDIDATES);
  }

  /** Whether nothing in the text looks like a code. */
  isEmpty(): boolean {
    return this.candidates.length === 0;
  }

  /** The numbers of the products whose codes are in the text; `exact` ones alone, or the others. */
  products(known: KnownCodes, { exact = true } = {}): number[] {
    const found = new Set<number>();
    for (let place = 0; place < this.tokens.length; place++) {
      const span = this.spans[place].find(({ form }) => known.get(form) !== undefined);
      const forms = span ? [span.form] : partsOf(this.tokens[place].form);
      if (span && !this.isCode(span, known)) continue;
      if (!forms.every((form) => known.get(form) !== undefined)) continue;
      for (const form of forms) if (isExact(form) === exact) for (const id of known.get(form) ?? []) found.add(id);
      if (span) place = span.last;
    }
    return [...found];
  }

  private spansFrom(first: number): Span[] {
    const spans: Span[] = [];
    let form = '';
    for (let last = first; last < Math.min(first + MAX_TOKENS, this.tokens.length); last++) {
      const token = this.tokens[last];
      const isWord = token.form.length > MAX_LETTERS && !/\d/.test(token.form);
      if (last > first && (!token.isJoined || isWord)) break;
      form = last > first ? `${form} ${token.form}` : token.form;
      if (form.length > MAX_LENGTH) break;
      if (last === first || !this.isInSentence(first, last)) spans.unshift({ form, first, last });
      if (isWord || isCommon(token) || this.isMeasure(first, last)) break;
    }
    return spans;
  }

  /** Whether tokens belong to the sentence, not to a code: they begin or end with a common word, or end with a measure. */
  private isInSentence(first: number, last: number): boolean {
    if (isCommon(this.tokens[first]) || isCommon(this.tokens[last]) || this.isMeasure(first, last)) return true;
    // `says 280` of `The catalogue says 280 mm`, but not `HU 718` of `HU 718 k`.
    return isMeasured(this.tokens[last + 1]) && SMALL_WORD.test(this.tokens[first].text);
  }

  private isMeasure(first: number, last: number): boolean {
    return last > first && isUnit(this.tokens[last]) && /^\d/.test(this.tokens[last - 1].form);
  }

  /** What has separators inside, such as `M8x1,25`, as one code over its tokens. */
  private *chunks(text: string): Generator<Span> {
    let place = 0;
    for (const { form, start, end } of chunksOf(text)) {
      while (this.tokens[place]?.start < start) place++;
      const first = place;
      while (this.tokens[place]?.end < end) place++;
      if (this.tokens[first]?.start === start && this.tokens[place]?.end === end) yield { form, first, last: place };
    }
  }

  /** Whether a known code is not a part of something longer, and no number of another kind. */
  private isCode({ form, first, last }: Span, known: KnownCodes): boolean {
    const [before, after] = [this.tokens[first - 1], this.tokens[last + 1]];
    const isJoinedAfter = after?.isJoined === true;
    // `5Q0 615 301 G` is another part than `5Q0 615 301`.
    if (first < last && isJoinedAfter && /^[B-HJ-Z]$/.test(after.text)) return false;
    if (/\p{L}/u.test(form)) return true;
    const isLong = first === last && form.length >= 12;
    const isMore = (token: Token | undefined): boolean =>
      token !== undefined && /^\d+$/.test(token.form) && known.get(token.form) === undefined;
    if (!isLong && ((this.tokens[first].isJoined && isMore(before)) || (isJoinedAfter && isMore(after)))) return false;
    return !isOtherNumber(this.tokens, first, last);
  }
}

function isCommon({ text, form }: Token): boolean {
  return COMMON_WORDS.has(form) && !/^\p{Lu}+$/u.test(text);
}

/** The entries of a list without spaces, such as `A1234/B5678`, where each looks like an exact code; else none. */
function partsOf(form: string): string[] {
  if (!/[/+]/.test(form)) return [];
  const parts = form.split(/[/+]/);
  return parts.every(isExact) ? parts : [];
}
