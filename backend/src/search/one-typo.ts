/** Whether one letter is left out, added, changed or moved to another place. */
export function isOneTypo(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const isSame = (fromA: number, fromB: number): boolean => a.slice(fromA).join('') === b.slice(fromB).join('');
  return isSame(start + 1, start + 1) || isSame(start, start + 1) || isSame(start + 1, start) || isMoved(a, b, start);
}

/** Whether the letter at `start` of one of them stands further behind in the other. */
function isMoved(a: string[], b: string[], start: number): boolean {
  const movesBack = (from: string[], to: string[]): boolean => {
    const rest = from.toSpliced(start, 1);
    return to.some(
      (letter, at) => at > start && letter === from[start] && to.toSpliced(at, 1).join('') === rest.join(''),
    );
  };
  return a.length === b.length && (movesBack(a, b) || movesBack(b, a));
}
