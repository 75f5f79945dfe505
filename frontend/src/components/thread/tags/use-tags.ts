import type { TagDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListTagsQueryKey, useListTags } from '@ecom-crm/openapi/tags/tags';
import { useQueryClient } from '@tanstack/react-query';
import { useChanges } from '../../live/change-bus';

export interface Tags {
  /** All there are, in their order; undefined until they are read. */
  all: TagDto[] | undefined;
  byId: Map<number, TagDto>;
  /** Why they could not be read. */
  error: Error | null;
  readAgain: () => Promise<TagDto[]>;
}

/** The tags, which are read once for the whole page, and only where `isWanted`. */
export function useTags(isWanted = true): Tags {
  const { data, error, refetch } = useListTags({ query: { enabled: isWanted } });
  return { all: data, byId: tagsById(data), error, readAgain: async () => (await refetch()).data ?? [] };
}

/** Reads the tags on the screen again when somebody has changed one: once for the whole page, which may show many. */
export function useTagChanges(): void {
  const queryClient = useQueryClient();
  useChanges(['tag'], () => void queryClient.invalidateQueries({ queryKey: getListTagsQueryKey() }));
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
