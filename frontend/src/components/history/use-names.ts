import { useKnownPeople } from '../people/person';
import { useTags } from '../thread/tags/use-tags';
import type { Names } from './field-changes';

/** What the numbers in a change stand for; tags are read only where there are some (`hasTags`). */
export function useNames(hasTags: boolean): Names {
  const { nameOf } = useKnownPeople();
  const { byId } = useTags(hasTags);
  return { person: nameOf, tag: (id) => byId.get(id)?.name ?? `#${id}` };
}
