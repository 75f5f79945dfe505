import type { TagDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useListTags } from '@ecom-crm/openapi/tags/tags';

export interface Tags {
  /** All there are, in their order; undefined until they are read. */
  all: TagDto[] | undefined;
  byId: Map<number, TagDto>;
  readAgain: () => Promise<TagDto[]>;
}

/** The tags, which are read once for the whole page, and only where `isWanted`. */
export function useTags(isWanted = true): Tags {
  const { data, refetch } = useListTags({ query: { enabled: isWanted } });
  return { all: data, byId: tagsById(data), readAgain: async () => (await refetch()).data ?? [] };
}

/** One map for all who use a list: every row of a screen does. */
const maps = new WeakMap<TagDto[], Map<number, TagDto>>();
const NONE = new Map<number, TagDto>();

function tagsById(tags: TagDto[] | undefined): Map<number, TagDto> {
  if (!tags) return NONE;
  const byId = maps.get(tags) ?? new Map(tags.map((tag) => [tag.id, tag]));
  maps.set(tags, byId);
  return byId;
}
