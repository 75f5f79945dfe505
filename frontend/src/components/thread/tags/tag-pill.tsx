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
  const { all, byId, error } = useTags(tagIds.length > 0);
  const isComing = !all && !error;
  const tags = tagIds.flatMap((id) => byId.get(id) ?? []);
  if (isComing && tagIds.length > 0)
    return (
      <span className="tag-pills" aria-hidden>
        {tagIds.map((id) => (
          <span key={id} className="tag-pill" />
        ))}
      </span>
    );
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
