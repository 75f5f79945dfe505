/** Why a text cannot be stored as it is, or null: PostgreSQL has no NUL, and a lone surrogate would be replaced silently. */
export function malformed(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the NUL character';
  if (/\p{Surrogate}/u.test(text)) return 'must be well-formed Unicode';
  return null;
}

/** JSON Schema patterns of what can be stored: any text, and one that is not blank. That it is well-formed Unicode goes without saying. */
export const ANY_TEXT = '^[^\\u0000]*$';
export const NOT_BLANK = '^(?!\\s*$)[^\\u0000]*$';

/** The characters of a text as JSON Schema and the forms count them: an emoji is one. */
export function charactersOf(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) >> 10 === 0x36 && text.charCodeAt(at + 1) >> 10 === 0x37) pairs++;
  return text.length - pairs;
}
