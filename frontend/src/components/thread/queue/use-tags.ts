import { useQuery } from '@tanstack/react-query';
import { readTags, tagsKey, type Tag } from './queue-api';

export interface Tags {
  /** All there are, in their order; undefined until they are read. */
  all: Tag[] | undefined;
  byId: Map<number, Tag>;
  readAgain: () => Promise<unknown>;
}

/** The tags, which are read once for the whole page, and only where `isWanted`. */
export function useTags(isWanted = true): Tags {
  const { data, refetch } = useQuery({
    queryKey: tagsKey,
    queryFn: ({ signal }) => readTags(signal),
    enabled: isWanted,
  });
  return { all: data, byId: tagsById(data), readAgain: refetch };
}

/** One map for all who use a list: every row of a screen does. */
const maps = new WeakMap<Tag[], Map<number, Tag>>();
const NONE = new Map<number, Tag>();

function tagsById(tags: Tag[] | undefined): Map<number, Tag> {
  if (!tags) return NONE;
  const byId = maps.get(tags) ?? new Map(tags.map((tag) => [tag.id, tag]));
  maps.set(tags, byId);
  return byId;
}
