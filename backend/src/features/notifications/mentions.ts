/** A colleague by what they are called. */
export interface Named {
  id: number;
  name: string | null;
  email: string;
}

/**
 * Finds who a text mentions: `@` and a display name, the part of an e-mail before its @, or the whole e-mail, whatever
 * the case. What two colleagues are called mentions neither. The screens find the same: `components/text/mentions.ts`.
 */
export function mentionsOf(colleagues: readonly Named[]): (text: string) => Set<number> {
  const byHandle = handles(colleagues);
  const longestFirst = [...byHandle.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_.@/-])@(${longestFirst.join('|')})(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}])`,
    'giu',
  );
  return (text) => {
    if (byHandle.size === 0 || !text.includes('@')) return new Set();
    const found = [...text.matchAll(pattern)].map(([, handle]) => byHandle.get(handle.toLowerCase()));
    return new Set(found.filter((id) => id !== undefined));
  };
}

function handles(colleagues: readonly Named[]): Map<string, number> {
  const owners = new Map<string, Set<number>>();
  for (const { id, name, email } of colleagues) {
    for (const handle of [name, email, email.split('@')[0]]) {
      const key = handle?.toLowerCase();
      if (key) owners.set(key, (owners.get(key) ?? new Set()).add(id));
    }
  }
  return new Map([...owners].flatMap(([handle, [id, other]]) => (other === undefined ? [[handle, id]] : [])));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
