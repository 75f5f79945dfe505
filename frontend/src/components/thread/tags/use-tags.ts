import type { TagDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListTagsQueryKey, useListTags } from '@ecom-crm/openapi/tags/tags';
import { useQueryClient } from '@tanstack/react-query';
import { useChanges } from '../../live/change-bus';

export interface Tags {
  /** All there are, by their groups and names, `Bay 2` before `Bay 10`; undefined until they are read. */
  all: TagDto[] | undefined;
  byId: Map<number, TagDto>;
  /** Why they could not be read. */
  error: Error | null;
  readAgain: () => Promise<TagDto[]>;
}

/** The tags, which are read once for the whole page, and only where `isWanted`. */
export function useTags(isWanted = true): Tags {
  const { data, error, refetch } = useListTags({ query: { enabled: isWanted } });
  const { all, byId } = data ? inOrder(data) : NONE;
  return { all, byId, error, readAgain: async () => (await refetch()).data ?? [] };
}

/** Reads the tags on the screen again when somebody has changed one: once for the whole page, which may show many. */
export function useTagChanges(): void {
  const queryClient = useQueryClient();
  useChanges(['tag'], () => void queryClient.invalidateQueries({ queryKey: getListTagsQueryKey() }));
}

/** One for all who use a list: every row of a screen does. */
const known = new WeakMap<TagDto[], Pick<Tags, 'all' | 'byId'>>();
const NONE: Pick<Tags, 'all' | 'byId'> = { all: undefined, byId: new Map() };
/** The server compares character by character. */
const { compare } = new Intl.Collator(undefined, { numeric: true });

function inOrder(tags: TagDto[]): Pick<Tags, 'all' | 'byId'> {
  const found = known.get(tags) ?? {
    all: tags.toSorted((a, b) => compare(a.group ?? '', b.group ?? '') || compare(a.name, b.name)),
    byId: new Map(tags.map((tag) => [tag.id, tag])),
  };
  known.set(tags, found);
  return found;
}
