/**
 * The conditions that leave the rows in which every word of `q` occurs as a substring. The database folds case and accents
 * of both sides with the same function; `%`, `_` and `\\` are plain characters.
 */
export function everyWord(q = '', bind: (value: unknown) => string): string[] {
  const words = [...new Set(q.split(/\s+/).filter(Boolean))];
  return words.map((word) => `search_text LIKE like_pattern(${bind(word)})`);
}
