import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useListUsers } from '@ecom-crm/openapi/users/users';
import { useEffect } from 'react';

/** A list as old as this may lack somebody who registered since, ms. */
const RECENT_MS = 5000;
/** For those who choose from the list it is read again after so long, ms. */
const STALE_MS = 60_000;
/** Who made what was written past the app. */
const NO_USER = 'Directly in the database';
const UNKNOWN = 'Somebody';

export interface People {
  /** The members of staff by their numbers; undefined until they are read. */
  byId: Map<number, PersonDto> | undefined;
  /** Whether they could not be read. */
  isError: boolean;
  /** What a person is called; empty until the list is there. Null is nobody: written past the app. */
  nameOf: (id: number | null) => string;
}

/** The members of staff to choose from. A list older than a minute, or a few seconds if it should be fresh, is read again, while the known ones are shown. */
export function usePeople(isFresh = false): People & { retry: () => void } {
  const { people, refetch } = usePeopleQuery(isFresh ? RECENT_MS : STALE_MS);
  return { ...people, retry: () => void refetch() };
}

/** The members of staff for what only names them, which are read once for the whole page. */
export function useKnownPeople(): People {
  return usePeopleQuery().people;
}

/** One of them; reads the list again for somebody who registered since. */
export function usePerson(id: number | null): { name: string; email: string | undefined } {
  const { people, dataUpdatedAt, refetch } = usePeopleQuery();
  const { byId, nameOf } = people;
  const isUnknown = id !== null && byId !== undefined && !byId.has(id);
  useEffect(() => {
    if (isUnknown && Date.now() - dataUpdatedAt > RECENT_MS) void refetch({ cancelRefetch: false });
  }, [isUnknown, dataUpdatedAt, refetch]);
  return { name: nameOf(id), email: id === null ? undefined : byId?.get(id)?.email };
}

function usePeopleQuery(staleTime = Infinity) {
  const { data, isError, dataUpdatedAt, refetch } = useListUsers({ query: { staleTime } });
  const byId = data && peopleById(data);
  function nameOf(id: number | null): string {
    if (id === null) return NO_USER;
    const person = byId?.get(id);
    if (person) return displayName(person);
    return byId || isError ? UNKNOWN : '';
  }
  return { people: { byId, isError, nameOf }, dataUpdatedAt, refetch };
}

/** The display name; without one, what stands before the @ of the e-mail. */
export function displayName({ name, email }: Pick<PersonDto, 'name' | 'email'>): string {
  return name ?? email.replace(/(?<=.)@.*/, '');
}

/** One map for all who use a list: every row of a screen does. */
const maps = new WeakMap<PersonDto[], Map<number, PersonDto>>();

function peopleById(people: PersonDto[]): Map<number, PersonDto> {
  const byId = maps.get(people) ?? new Map(people.map((person) => [person.id, person]));
  maps.set(people, byId);
  return byId;
}
