import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

/** Who is mentioned, by what stands after the `@`, in lower case. */
export type Handles = ReadonlyMap<string, number>;

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
  const isClear = (handle: string) => handles.get(handle.toLowerCase()) === person.id;
  return namesOf(person).find(isClear) ?? person.email;
}

/** Finds mentions in a text; null where nobody can be mentioned. */
export function mentionPattern(handles: Handles): string | null {
  if (handles.size === 0) return null;
  const longestFirst = [...handles.keys()].sort((one, other) => other.length - one.length).map(escaped);
  return `(?<![\\p{L}\\p{N}_.@/-])@(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}])`;
}

/** The open accounts with a name or an e-mail in which a word starts with `typed`; best first. */
export function peopleFor(typed: string, people: Iterable<PersonDto>): PersonDto[] {
  const wanted = typed.toLocaleLowerCase();
  return [...people].filter(
    (person) =>
      person.deactivatedAt === null &&
      namesOf(person).some((name) => {
        const text = name.toLocaleLowerCase();
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
      const key = name.toLowerCase();
      owners.set(key, (owners.get(key) ?? new Set()).add(person.id));
    }
  return new Map(
    [...owners].flatMap(([name, [id, other]]) => (other === undefined && id !== undefined ? [[name, id]] : [])),
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
