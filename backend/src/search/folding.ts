import type { EntityManager } from 'typeorm';

/** Beyond so many different characters the cache is emptied. */
const MAX_KNOWN = 20_000;
const known = new Map<string, string>();

/** A text as a search sees it, and where each of its folded code units was in the text as it is stored. */
export interface Folded {
  text: string;
  /** For each code unit of `text`, and for its end, the offset of its character in the original. */
  origin: number[];
}

/** Folds texts character by character with the database's own function, which is asked once for each character. */
export async function foldAll(database: EntityManager, texts: string[]): Promise<Folded[]> {
  const unknown = [...new Set(texts.flatMap((text) => text.match(/[^\0-\x7F]/gu) ?? []))].filter(
    (character) => !known.has(character),
  );
  if (unknown.length > 0) {
    if (known.size > MAX_KNOWN) known.clear();
    const rows = await database.query<{ character: string; folded: string }[]>(
      'SELECT character, fold_text(character) AS folded FROM unnest($1::text[]) AS character',
      [unknown],
    );
    for (const { character, folded } of rows) known.set(character, folded);
  }
  return texts.map(fold);
}

function fold(original: string): Folded {
  const origin: number[] = [];
  let text = '';
  let at = 0;
  for (const character of original) {
    const folded = known.get(character) ?? character.toLowerCase();
    for (let unit = 0; unit < folded.length; unit++) origin.push(at);
    text += folded;
    at += character.length;
  }
  origin.push(at);
  return { text, origin };
}
