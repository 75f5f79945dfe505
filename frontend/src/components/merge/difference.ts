/** A text in three: what it begins with like the other, the words that differ, and what it ends with like the other. */
export function difference(text: string, other: string): [start: string, differs: string, end: string] {
  const [words, others] = [wordsOf(text), wordsOf(other)];
  const shorter = Math.min(words.length, others.length);
  let start = 0;
  while (start < shorter && words[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && words.at(-1 - end) === others.at(-1 - end)) end += 1;
  const last = words.length - end;
  return [words.slice(0, start).join(''), words.slice(start, last).join(''), words.slice(last).join('')];
}

function wordsOf(text: string): string[] {
  return text.split(/(\s+)/);
}
