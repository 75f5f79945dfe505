import { isStopWord } from '../../search/query/stop-words';

const WORD = /\p{L}[\p{L}\p{N}'’-]{2,}/gu;
const MAX_WORDS = 5;
/** A word that one person uses says nothing. */
const MIN_TEXTS = 2;
/** How much more common than before a word must be. */
const MIN_RISE = 3;

/** The words that are in many more of the recent texts than of the former ones, the most telling first; without those of the product itself. */
export function wordsThatRose(recent: string[], former: string[], own: string): string[] {
  const before = counted(former);
  const ignored = wordsIn(own);
  return [...counted(recent)]
    .map(([word, texts]) => ({ word, texts, rise: rise(texts / recent.length, before.get(word) ?? 0, former.length) }))
    .filter(({ word, texts, rise }) => texts >= MIN_TEXTS && rise >= MIN_RISE && !ignored.has(word))
    .sort((a, b) => b.texts * Math.log(b.rise) - a.texts * Math.log(a.rise) || a.word.localeCompare(b.word))
    .slice(0, MAX_WORDS)
    .map(({ word }) => word);
}

/** A word that was in no text before counts as half a text. */
function rise(share: number, before: number, texts: number): number {
  return share / ((before + 0.5) / (texts + 1));
}

/** In how many texts each word is. */
function counted(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap((text) => [...wordsIn(text)])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function wordsIn(text: string): Set<string> {
  return new Set((text.toLowerCase().match(WORD) ?? []).filter((word) => !isStopWord(word)));
}
