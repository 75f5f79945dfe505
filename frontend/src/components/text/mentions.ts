import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

/** Who is mentioned, by what stands after the `@`, in lower case. */
export type Handles = ReadonlyMap<string, number>;

/** Where a text mentions somebody. */
export interface Mention {
  start: number;
  end: number;
  personId: number;
}

const AT = /(?<![\p{L}\p{N}_.@/-])@/giu;
/** Behind a handle nothing may go on that could belong to it. */
const END = /(?![\p{L}\p{N}_@-]|\.[\p{L}\p{N}])/iuy;

/**
 * What mentions a person after an `@`: a display name, the part of an e-mail before its @, or the whole e-mail. What two
 * are called mentions neither. The server notifies by the same rule; here who was deactivated is shown, too, where
 * nobody else is called so.
 */
export function handlesOf(people: Iterable<PersonDto>): Handles {
  const all = [...people];
  const open = unique(all.filter(({ deactivatedAt }) => deactivatedAt === null));
  return new Map([...unique(all), ...open]);
}

/** How a person is mentioned: as short as it is clear. */
export function handleOf(person: PersonDto, handles: Handles): string {
  const isClear = (handle: string) => handles.get(lower(handle)) === person.id;
  return namesOf(person).find(isClear) ?? person.email;
}

/** Finds the mentions in a text, as the server does. */
export function mentionFinder(handles: Handles): (text: string) => Mention[] {
  const lengths = lengthsOf(handles.keys());
  return (text) => {
    const found: Mention[] = [];
    let end = 0;
    for (const { index: start } of text.matchAll(AT)) {
      if (start < end) continue;
      for (const length of lengths.get(lower(text.charAt(start + 1))) ?? []) {
        const last = start + 1 + length;
        if (!isEnd(text, last)) continue;
        const personId = handles.get(lower(text.slice(start + 1, last)));
        if (personId === undefined) continue;
        end = last;
        found.push({ start, end, personId });
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

/** The open accounts with a name or an e-mail in which a word starts with `typed`; best first. */
export function peopleFor(typed: string, people: Iterable<PersonDto>): PersonDto[] {
  const wanted = lower(typed);
  return [...people].filter(
    (person) =>
      person.deactivatedAt === null &&
      namesOf(person).some((name) => {
        const text = lower(name);
        return text.startsWith(wanted) || text.split(/[\s._-]+/).some((word) => word.startsWith(wanted));
      }),
  );
}

function namesOf({ name, email }: PersonDto): string[] {
  return [...(name ? [name] : []), email.replace(/@.*/, ''), email];
}

function unique(people: PersonDto[]): Map<string, number> {
  const owners = new Map<string, Set<number>>();
  for (const person of people)
    for (const name of namesOf(person)) {
      const key = lower(name);
      owners.set(key, (owners.get(key) ?? new Set()).add(person.id));
    }
  return new Map(
    [...owners].flatMap(([name, [id, other]]) => (other === undefined && id !== undefined ? [[name, id]] : [])),
  );
}
