/** Why a text cannot be stored as it is, or null: PostgreSQL has no NUL, and a lone surrogate would be replaced silently. */
export function malformed(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the NUL character';
  if (/\p{Surrogate}/u.test(text)) return 'must be well-formed Unicode';
  return null;
}

/**
 * Characters that nobody sees: soft hyphens, those of no width, direction marks, variation selectors, fillers. Written out,
 * because the document has them in a pattern.
 */
const INVISIBLE_CHARACTERS =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0';
export const INVISIBLE = new RegExp(`[${INVISIBLE_CHARACTERS}]`);

/** JSON Schema patterns of what can be stored: any text, and one that is not blank. That it is well-formed Unicode goes without saying. */
export const ANY_TEXT = '^[^\\u0000]*$';
export const NOT_BLANK = '^(?!\\s*$)[^\\u0000]*$';
export const NOT_BLANK_OR_HIDDEN = `^(?!\\s*$)(?![\\s\\S]*[${INVISIBLE_CHARACTERS}])[^\\u0000]*$`;

/** The most characters of a long text: a description, a response, the content of an update. */
export const MAX_LONG_TEXT = 20_000;

/** The characters of a text as JSON Schema and the forms count them: an emoji is one. */
export function charactersOf(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) >> 10 === 0x36 && text.charCodeAt(at + 1) >> 10 === 0x37) pairs++;
  return text.length - pairs;
}

/** The address that a text is, or null. Not by `URL.canParse`: on Node 20, once it is compiled, it refuses letters such as ü. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
