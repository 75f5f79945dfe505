import { useState } from 'react';
import { matchingOptions } from '../../thread/queue/picker-options';
import { useTags } from '../../thread/tags/use-tags';
import { Check, Group } from './filter-group';
import type { ListFilters } from './use-list-filters';

/** Of more tags one looks for one by its name. */
const MAX_WITHOUT_SEARCH = 12;

/** The tags that a record may have, any of them. */
export function TagFilter({ filters: { values, set } }: { filters: ListFilters }) {
  const { all = [] } = useTags();
  const [typed, setTyped] = useState('');
  const chosen = values.tag?.split(',') ?? [];
  const options = all.map(({ id, name }) => ({ key: String(id), label: name }));
  const shown = matchingOptions(options, typed);
  const isLong = all.length > MAX_WITHOUT_SEARCH;
  function toggle(id: string) {
    const others = chosen.filter((one) => one !== id);
    set({ tag: (others.length < chosen.length ? others : [...chosen, id]).join(',') || undefined });
  }
  if (all.length === 0) return null;
  return (
    <Group label="Tags">
      {isLong && (
        <input
          type="search"
          className="plain-input"
          aria-label="Find a tag"
          placeholder="Find a tag…"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className={isLong ? 'filter-tags' : undefined}>
        {shown.map(({ key, label }) => (
          <Check key={key} label={label} isChecked={chosen.includes(key)} onChange={() => toggle(key)} />
        ))}
      </div>
      {isLong && (
        <p role="status" className={shown.length > 0 ? 'visually-hidden' : 'filter-none muted'}>
          {shown.length > 0 ? `${shown.length} of ${all.length} tags` : 'No tag is called that'}
        </p>
      )}
    </Group>
  );
}
