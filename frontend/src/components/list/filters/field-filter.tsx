import { useListProductFieldNames } from '@ecom-crm/openapi/products/products';
import { useId, useState } from 'react';
import type { ListFilters } from './use-list-filters';

/** How long the suggested names are good for, ms. */
const NAMES_STALE_MS = 5 * 60_000;

/** One extra field with one value: set when both are there and the field is left. */
export function FieldFilter({ filters: { values, set } }: { filters: ListFilters }) {
  const names = useId();
  // Suggestions only: without them any name can be typed.
  const { data: known = [] } = useListProductFieldNames({ query: { staleTime: NAMES_STALE_MS } });
  const [typed, setTyped] = useState({ ...pairOf(values.field), of: values.field, isNew: false });
  // The filter may also change elsewhere. The fields stay the same ones: they keep the focus.
  if (typed.of !== values.field) setTyped({ ...pairOf(values.field), of: values.field, isNew: false });
  return (
    <form
      className="filter-days"
      onBlur={({ currentTarget, relatedTarget }) => {
        // From the name to the value, or back: nobody has asked for this pair yet.
        if (!currentTarget.contains(relatedTarget)) apply();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label>
        <span className="small muted">Name</span>
        <input
          className="plain-input"
          list={names}
          autoComplete="off"
          value={typed.name}
          onChange={({ target }) => setTyped({ ...typed, name: target.value, isNew: true })}
        />
      </label>
      <datalist id={names}>
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label>
        <span className="small muted">Value</span>
        <input
          className="plain-input"
          value={typed.value}
          onChange={({ target }) => setTyped({ ...typed, value: target.value, isNew: true })}
        />
      </label>
      <button hidden type="submit" />
    </form>
  );
  function apply() {
    // A name with a colon cannot be told from its value: what nobody has typed stays as it is.
    if (!typed.isNew) return;
    const [name = '', value = ''] = [typed.name, typed.value].map((text) => text.trim());
    const field = name && value ? `${name}:${value}` : undefined;
    if (field === values.field || (!field && (name || value))) return;
    // As it was typed: a name may have colons, too.
    setTyped({ name, value, of: field, isNew: false });
    set({ field });
  }
}

function pairOf(field = '') {
  const [name = '', value = ''] = field.split(/:(.*)/s);
  return { name, value };
}
