/** A colleague by what they are called. */
export interface Named {
  id: number;
  name: string | null;
  email: string;
}

const AT = /(?<![\p{L}\p{N}_.@/-])@/giu;
/** Behind a handle nothing may go on that could belong to it. */
const END = /(?![\p{L}\p{N}_@-]|\.[\p{L}\p{N}])/iuy;

/**
 * Finds who a text mentions: `@` and a display name, the part of an e-mail before its @, or the whole e-mail, whatever
 * the case. What two colleagues are called mentions neither. The screens find the same: `components/text/mentions.ts`.
 */
export function mentionsOf(colleagues: readonly Named[]): (text: string) => Set<number> {
  const byHandle = handles(colleagues);
  const lengths = lengthsOf(byHandle.keys());
  return (text) => {
    const found = new Set<number>();
    let end = 0;
    for (const { index } of text.matchAll(AT)) {
      if (index < end) continue;
      const start = index + 1;
      for (const length of lengths.get(lower(text.charAt(start))) ?? []) {
        if (!isEnd(text, start + length)) continue;
        const id = byHandle.get(lower(text.slice(start, start + length)));
        if (id === undefined) continue;
        found.add(id);
        end = start + length;
        break;
      }
    }
    return found;
  };
}

/** In lower case, as long as before: `İ` alone would become two characters. */
function lower(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

/** The lengths of handles, the longest first, by their first character: one pattern of very many would take seconds. */
function lengthsOf(all: Iterable<string>): Map<string, number[]> {
  const lengths = new Map<string, Set<number>>();
  for (const handle of all) lengths.set(handle[0], (lengths.get(handle[0]) ?? new Set()).add(handle.length));
  return new Map([...lengths].map(([first, some]) => [first, [...some].sort((one, other) => other - one)]));
}

function isEnd(text: string, index: number): boolean {
  END.lastIndex = index;
  return END.test(text);
}

function handles(colleagues: readonly Named[]): Map<string, number> {
  const owners = new Map<string, Set<number>>();
  for (const { id, name, email } of colleagues) {
    for (const handle of [name, email, email.split('@')[0]]) {
      const key = handle && lower(handle);
      if (key) owners.set(key, (owners.get(key) ?? new Set()).add(id));
    }
  }
  return new Map([...owners].flatMap(([handle, [id, other]]) => (other === undefined ? [[handle, id]] : [])));
}
