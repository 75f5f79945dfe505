import type { ReactNode } from 'react';

/** Fields of the filter panel that belong together. */
export function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="filter-group">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

export function Check({ label, isChecked, onChange }: { label: ReactNode; isChecked: boolean; onChange: () => void }) {
  return (
    <label className="filter-check">
      <input type="checkbox" checked={isChecked} onChange={onChange} /> <span dir="auto">{label}</span>
    </label>
  );
}
