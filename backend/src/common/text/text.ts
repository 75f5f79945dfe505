/** Why a text cannot be stored as it is, or null: PostgreSQL has no NUL, and a lone surrogate would be replaced silently. */
export function malformed(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the NUL character';
  if (/\p{Surrogate}/u.test(text)) return 'must be well-formed Unicode';
  return null;
}
