import type { TagDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useTags } from './use-tags';
import './tag-pill.css';

export function TagPill({ tag: { name, color } }: { tag: Pick<TagDto, 'name' | 'color'> }) {
  return (
    <span className={`tag-pill tag-${color}`} dir="auto">
      {name}
    </span>
  );
}

/** The tags of a record; nothing where it has none. */
export function TagPills({ tagIds = [] }: { tagIds?: number[] }) {
  const { byId } = useTags(tagIds.length > 0);
  const tags = tagIds.flatMap((id) => byId.get(id) ?? []);
  if (tags.length === 0) return null;
  return (
    <span className="tag-pills">
      <span className="visually-hidden">Tags: </span>
      {tags.map((tag) => (
        <TagPill key={tag.id} tag={tag} />
      ))}
    </span>
  );
}
