/** What may be the code of a product: a word with letters and digits, such as `AU-SA-40394`; parts are joined by `-`, `.`, `_` or `/`. */
export const CODE_PATTERN =
  /(?<![\w./-])(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z])[A-Za-z0-9]+(?:[-._/][A-Za-z0-9]+)*(?![\w-])/g;

/** Characters of the shortest code that is looked up. */
const SHORTEST_CODE = 4;
/** And of the longest: as many as are looked up at a time fit one address. */
const LONGEST_CODE = 48;
const WEB_ADDRESS = /https?:\/\/\S+/g;

/** The words of texts that may be codes, each once, at most `most`. */
export function possibleCodes(texts: string[], most: number): string[] {
  const words = texts.flatMap((text) => text.replace(WEB_ADDRESS, ' ').match(CODE_PATTERN) ?? []);
  return [...new Set(words.filter(({ length }) => length >= SHORTEST_CODE && length <= LONGEST_CODE))]
    .sort()
    .slice(0, most);
}
