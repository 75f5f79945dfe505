/**
 * The normal form of codes, and the tokens of texts.
 *
 * Case does not matter, nor which Unicode hyphen, space or width of a character somebody has typed or pasted, nor
 * punctuation around a code. Addresses of pages and e-mail are no text.
 */

const HYPHENS = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
const PAGE = /\b(?:https?:\/\/|www\.)\S/i;
/** What stands between tokens: spaces, brackets, quotes, and what separates the entries of a list. */
const TOKEN = /[\p{L}\p{N}](?:[^\s,;:|"'’‘`´„“”‚«»‹›()[\]{}<>!?…=&]*[\p{L}\p{N}])?/gu;
const CHUNK = /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu;
const SPACES = /^[ \t]+$/;
const SENTENCE_END = /\n|[!?]|\.\s+$/;

/** A part of a text without spaces, brackets and quotes, without punctuation at its ends. */
export interface Token {
  text: string;
  /** In lower case. */
  form: string;
  start: number;
  end: number;
  /** What stands before it, since the token before. */
  gap: string;
  /** Whether only spaces are between it and the token before. */
  isJoined: boolean;
  /** Whether it is the first one of a sentence. */
  isFirst: boolean;
}

/** A text with one kind of hyphen, and one width of characters. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(HYPHENS, '-');
}

/** A code as it is compared: upper and lower case, spaces and punctuation around it are the same. */
export function codeForm(code: string): string {
  const [start, end] = [/^[^\p{L}\p{N}]+/u, /[^\p{L}\p{N}]+$/u];
  return plainText(code).replace(start, '').replace(end, '').replace(/\s+/g, ' ').toLowerCase();
}

/** The tokens of a text that `plainText` has made. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let last = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const gap = text.slice(last, index);
    const isFirst = tokens.length === 0 || (SENTENCE_END.test(gap) && /^\p{Lu}/u.test(token)) || gap.includes('\n');
    const end = index + token.length;
    tokens.push({
      text: token,
      form: token.toLowerCase(),
      start: index,
      end,
      gap,
      isJoined: SPACES.test(gap),
      isFirst,
    });
    last = end;
  }
  return tokens;
}

/** What stands between spaces and has separators inside, such as `M8x1,25`, without the punctuation at its ends. */
export function chunksOf(text: string): { form: string; start: number; end: number }[] {
  return [...text.matchAll(CHUNK)]
    .filter(([chunk]) => /[,;:|"'’()[\]{}=&]/.test(chunk))
    .map(({ 0: chunk, index }) => ({ form: chunk.toLowerCase(), start: index, end: index + chunk.length }));
}

/** A text with line breaks in place of addresses. Word by word: `\S+@\S+` would go through a long word once for each of its characters. */
export function withoutAddresses(text: string): string {
  return text.replace(/\S+/g, (word) => {
    const start = word.slice(1, -1).includes('@') ? 0 : word.search(PAGE);
    return start < 0 ? word : word.slice(0, start) + '\n'.repeat(word.length - start);
  });
}
