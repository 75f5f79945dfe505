import { useMemo } from 'react';
import { useKnownPeople } from '../people/use-people';
import { handlesOf, mentionFinder, type Handles, type Mention } from './mentions';

/** What finds the people whom texts mention. */
export interface Mentions {
  handles: Handles;
  find: (text: string) => Mention[];
}

/** Finds the colleagues whom texts mention; nobody until the list of people is there. */
export function useMentions(): Mentions {
  const { byId } = useKnownPeople();
  return useMemo(() => {
    const handles = handlesOf(byId?.values() ?? []);
    return { handles, find: mentionFinder(handles) };
  }, [byId]);
}
