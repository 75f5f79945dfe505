const STOP_WORDS = new Set(
  (
    'a an and any are as at be by can do does for from get got have hello hi i in is it its looking me my need no not of on or ' +
    'our part parts please some something that the there this to want wants we what when which who will with would you your'
  ).split(' '),
);

/** Whether a word says so little that a record need not have it. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
