/**
 * The normal form of codes, and the tokens of texts.
 *
 * Case does not matter, nor which Unicode hyphen, space or width of a character somebody has typed or pasted, nor
 * punctuation around a code. Addresses of pages and e-mail are no text.
 */

/** A long dash parts words, so it is none of them. */
const HYPHENS = /[\u2010-\u2013\u2212\uFE58\uFE63\uFF0D]/g;
const LONG_DASH = /[\u2014\u2015]/g;
/** Soft hyphens and spaces without a width. */
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
/** Their compatibility forms are letters, which would belong to the code. */
const SIGNS = /[№™℠®©]/g;
const PAGE = /\b(?:https?:\/\/|www\.)\S/i;
const EMAIL = /\S@\p{L}/u;
/** What is left of HTML. */
const SPACE_ENTITY = /&(?:nbsp|#160|#xa0);/gi;
const HYPHEN_ENTITY = /&(?:ndash|#8209|#8211|#x2011|#x2013);/gi;
/** As much is searched. Some signs become many letters: a text grows up to nine times. */
const MAX_CHARACTERS = 40_000;
/** What can stand inside a token; everything else parts tokens. */
const INNER = String.raw`\p{L}\p{M}\p{N}._/+#*~°%-`;
const TOKEN = new RegExp(String.raw`[\p{L}\p{N}](?:[${INNER}]*[\p{L}\p{N}])?`, 'gu');
const CHUNK = /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu;
const SEPARATOR = new RegExp(`[^${INNER}]`, 'u');
/** What may begin or end a code; what ends a sentence or quotes it in print may not. */
const SIGN = String.raw`["#-+\-/<=>@[-\`{-~°±×]`;
const MAX_SIGNS = 3;
const SIGNS_BEFORE = new RegExp(`${SIGN}{1,${MAX_SIGNS}}$`);
const SIGNS_BEHIND = new RegExp(`^${SIGN}{1,${MAX_SIGNS}}`);
const QUOTE = /["']/;
/** A part of a line in quotes; a sign of inches behind a number opens none. */
const QUOTED = /(?<![\p{L}\p{N}])"(?=\S)([^"\n]*)"(?![\p{L}\p{N}])/gu;
const BRACKETS = ['()', '[]', '{}', '<>'];
const SPACES = /^ +$/;
const LINE_BREAK = /^ *\r?\n *$/;
/** What a number in the next line belongs to. */
const LABEL = /(?:nr|nummer|number)$/;
/** What does not end a sentence with its full stop, such as `Tel. 123456`. */
const ABBREVIATION = /(?:nr|str)$|(?:^|[.-])(?:no|num|reg|az|tel|mob|fax|ref|inv|best|rech|auftr|kd|rg|art|id)$/;

/** A part of a text without spaces, brackets and quotes, without punctuation at its ends. */
export interface Token {
  text: string;
  /** In lower case. */
  form: string;
  start: number;
  end: number;
  /** What stands before it, since the token before, and after it, up to the next one. */
  gap: string;
  after: string;
  /** Whether only spaces are between it and the token before. */
  isJoined: boolean;
  /** Whether a single line break is: a code may go on in the next line. */
  isWrapped: boolean;
  /** Whether it is the first one of a sentence. */
  isFirst: boolean;
}

/** A text with one kind of hyphen and one width of characters, without invisible ones. */
export function plainText(text: string): string {
  const visible = text
    .replace(SPACE_ENTITY, ' ')
    .replace(HYPHEN_ENTITY, '-')
    .replace(SIGNS, ' ')
    .replace(INVISIBLE, '');
  return visible
    .normalize('NFKC')
    .replace(HYPHENS, '-')
    .replace(/\.{2,}/g, '…');
}

/**
 * A text as tokens are read from it: plain, with line breaks in place of addresses, quotes as in print, so that none is
 * read as inches, a space where one is missing after a full stop, and a code whole that is broken behind a hyphen.
 */
export function searchedText(text: string): string {
  return withoutAddresses(plainText(text).slice(0, MAX_CHARACTERS))
    .replace(QUOTED, '“$1”')
    .replace(/(?<=[\p{L}\p{N}]-)\r?\n[ \t]*(?=[\p{Lu}\p{N}]{1,4}(?![\p{L}\p{N}]))/gu, '')
    .replace(/(?<=[\p{L}\p{N}]\.)(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(?<=\b(?:nr|no)\.)(?=[\p{L}\p{N}])/giu, ' ');
}

/** A code as it is compared: upper and lower case, and the kinds of spaces and hyphens, are the same. */
export function codeForm(code: string): string {
  return plainText(code).replace(LONG_DASH, '-').replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * What stands between two texts, with the signs that touch it and without, the longest first: `agm70+` and `agm70`. Brackets
 * and quotes around it are none of it.
 */
export function withSigns(form: string, textBefore: string, textBehind: string): string[] {
  const before = SIGNS_BEFORE.exec(textBefore)?.[0] ?? '';
  const signs = SIGNS_BEHIND.exec(textBehind)?.[0] ?? '';
  const behind = QUOTE.test(before) ? signs.split(QUOTE)[0] : signs;
  const forms: string[] = [];
  for (let from = before.length; from >= 0; from--)
    for (let to = 0; to <= behind.length; to++) {
      const signed = before.slice(from) + form + behind.slice(0, to);
      if (signed !== form && hasPairs(signed)) forms.push(signed);
    }
  return [...forms, form].sort((a, b) => b.length - a.length);
}

function hasPairs(form: string): boolean {
  return BRACKETS.every(([open, close]) => form.split(open).length === form.split(close).length);
}

/** The tokens of a text that `searchedText` has made. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const before = tokens.at(-1);
    const gap = text.slice(before?.end ?? 0, index);
    const end = index + token.length;
    if (before) before.after = gap;
    tokens.push({
      text: token,
      form: token.toLowerCase(),
      start: index,
      end,
      gap,
      after: '',
      isJoined: SPACES.test(gap),
      isWrapped: LINE_BREAK.test(gap),
      isFirst: !before || beginsSentence(before, gap, token),
    });
  }
  const last = tokens.at(-1);
  if (last) last.after = text.slice(last.end);
  return tokens;
}

function beginsSentence({ form }: Token, gap: string, token: string): boolean {
  if (gap.includes('\n')) return !LABEL.test(form) || !/^:? *\r?\n *$/.test(gap);
  if (!/^[\p{Lu}\p{N}]/u.test(token)) return false;
  return /[!?]/.test(gap) || (/\.\s+$/.test(gap) && !ABBREVIATION.test(form));
}

/** What stands between spaces and has separators inside, such as `M8x1,25`, without the punctuation at its ends. */
export function chunksOf(text: string): { form: string; start: number; end: number }[] {
  return [...text.matchAll(CHUNK)]
    .filter(([chunk]) => SEPARATOR.test(chunk))
    .map(({ 0: chunk, index }) => ({
      form: chunk.toLowerCase().replace(LONG_DASH, '-'),
      start: index,
      end: index + chunk.length,
    }));
}

/** Word by word: `\S+@\S+` would go through a long word once for each of its characters. */
function withoutAddresses(text: string): string {
  return text.replace(/\S+/g, (word) => {
    if (isEmail(word)) return '\n'.repeat(word.length);
    const start = word.search(PAGE);
    if (start < 0) return word;
    const length = word.slice(start).search(/["<>]|$/);
    return word.slice(0, start) + '\n'.repeat(length) + word.slice(start + length);
  });
}

/** `GDB1330@39.90` is none. Only short words are asked: the pattern tries each end of a long one. */
function isEmail(word: string): boolean {
  return word.includes('@') && EMAIL.test(word.slice(0, 320));
}
