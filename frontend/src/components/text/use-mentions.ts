import { useMemo } from 'react';
import { useKnownPeople } from '../people/use-people';
import { handlesOf, mentionPattern, type Handles } from './mentions';

/** What finds the people whom texts mention. */
export interface Mentions {
  handles: Handles;
  pattern: string | null;
}

/** Finds the colleagues whom texts mention; nobody until the list of people is there. */
export function useMentions(): Mentions {
  const { byId } = useKnownPeople();
  return useMemo(() => {
    const handles = handlesOf(byId?.values() ?? []);
    return { handles, pattern: mentionPattern(handles) };
  }, [byId]);
}
