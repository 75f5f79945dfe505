import { Turn } from '../../http/budgets/turn';
import { isStopWord } from '../../search/query/stop-words';

const WORD = /\p{L}[\p{L}\p{N}'’-]{2,}/gu;
const MAX_WORDS = 5;
/** A word that one person uses says nothing. */
const MIN_TEXTS = 2;
/** How much more common than before a word must be. */
const MIN_RISE = 3;

/** In how many of some texts each word is. */
export interface WordCounts {
  texts: number;
  counts: ReadonlyMap<string, number>;
}

/** The words that are in many more of the recent texts than of the former ones, the most telling first; without those of the product itself. */
export async function wordsThatRose(
  recent: string[],
  former: WordCounts,
  own: string,
  turn = new Turn(),
): Promise<string[]> {
  const ignored = wordsIn(own);
  return [...(await countWords(recent, turn)).counts]
    .map(([word, texts]) => ({
      word,
      texts,
      rise: rise(texts / recent.length, former.counts.get(word) ?? 0, former.texts),
    }))
    .filter(({ word, texts, rise }) => texts >= MIN_TEXTS && rise >= MIN_RISE && !ignored.has(word))
    .sort((a, b) => b.texts * Math.log(b.rise) - a.texts * Math.log(a.rise) || a.word.localeCompare(b.word))
    .slice(0, MAX_WORDS)
    .map(({ word }) => word);
}

export async function countWords(texts: string[], turn = new Turn()): Promise<WordCounts> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    if (turn.isOver) await turn.yield();
    for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { texts: texts.length, counts };
}

/** A word that was in no text before counts as half a text. */
function rise(share: number, before: number, texts: number): number {
  return share / ((before + 0.5) / (texts + 1));
}

function wordsIn(text: string): Set<string> {
  return new Set((text.toLowerCase().match(WORD) ?? []).filter((word) => !isStopWord(word)));
}
