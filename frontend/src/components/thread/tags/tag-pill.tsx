import type { TagDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useTags } from './use-tags';
import './tag-pill.css';

export function TagPill({ tag: { name, color } }: { tag: Pick<TagDto, 'name' | 'color'> }) {
  return (
    <span className={`tag-pill tag-${color}`} dir="auto" title={name}>
      {name}
    </span>
  );
}

/** So many tags have room on the row or card of a record. */
export const TAGS_ON_ROW = 6;

/** So many have room on its page; a click on them shows all. */
export const TAGS_ON_PAGE = 8;

/** The tags of a record, the first `most` of them; nothing where it has none. */
export function TagPills({ tagIds = [], most = Infinity }: { tagIds?: number[]; most?: number }) {
  const { all, byId, error } = useTags(tagIds.length > 0);
  const isComing = !all && !error;
  const tags = tagIds.flatMap((id) => byId.get(id) ?? []);
  if (isComing && tagIds.length > 0)
    return (
      <span className="tag-pills" aria-hidden>
        {tagIds.slice(0, most).map((id) => (
          <span key={id} className="tag-pill" />
        ))}
      </span>
    );
  if (tags.length === 0) return null;
  const others = tags.slice(most).map(({ name }) => name);
  const otherNames = others.join(', ');
  return (
    <span className="tag-pills">
      <span className="visually-hidden">Tags: </span>
      {tags.slice(0, most).map((tag) => (
        <TagPill key={tag.id} tag={tag} />
      ))}
      {others.length > 0 && (
        <span className="small muted" title={otherNames}>
          +{others.length}
          <span className="visually-hidden">: {otherNames}</span>
        </span>
      )}
    </span>
  );
}
