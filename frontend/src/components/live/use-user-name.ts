import { displayName, useKnownPeople } from '../people/use-people';

/** What people who are named in live events are called, before the list of people is there too. */
export function useUserName(): (userId: number | null, email: string) => string {
  const { byId, nameOf } = useKnownPeople();
  return (userId, email) =>
    userId !== null && byId?.has(userId) ? nameOf(userId) : displayName({ name: null, email });
}
