import { useId, useRef, useState } from 'react';
import { useCommands } from '../commands/commands';
import { useIsPainted } from '../lib/use-is-painted';
import { lazyPart } from '../ui/lazy-part';
import type { StatusSelectProps } from './status-dropdown';
import { statusLabel, threadStatuses, type ThreadStatus } from './thread-status';
import './status-select.css';

const StatusDropdown = lazyPart(() => import('./status-dropdown'), { Waiting: ChosenStatus, Failed: PlainSelect });

/** A dropdown of the statuses; works as a form control too. */
export function StatusSelect(props: StatusSelectProps) {
  // Drawn after what is read first: it takes as long as all the rest.
  const isWanted = useIsPainted();
  const Shown = isWanted ? StatusDropdown : ChosenStatus;
  return <Shown {...props} />;
}

function ChosenStatus({ value }: StatusSelectProps) {
  return <div className="status-select status-select-loading">{value && statusLabel(value)}</div>;
}

/** The browser's own, where ours cannot be loaded. */
function PlainSelect({ id, value = '' as ThreadStatus, onChange }: StatusSelectProps) {
  return (
    <select
      id={id}
      className="plain-input"
      value={value}
      onChange={({ target }) => onChange?.(target.value as ThreadStatus)}
    >
      <option value="" hidden />
      {threadStatuses.map((status) => (
        <option key={status.value} value={status.value}>
          {status.label}
        </option>
      ))}
    </select>
  );
}

/** The dropdown with its label, for a status that is saved as soon as it is chosen. */
export function StatusField({ value, onChange }: { value: ThreadStatus; onChange: (status: ThreadStatus) => void }) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  function open() {
    document.getElementById(id)?.focus();
    setOpen(true);
  }
  function leave() {
    setOpen(false);
    field.current?.focus();
  }
  useCommands([{ label: 'Change the status', group: 'This screen', keys: 's', run: open }]);
  return (
    // It takes the focus from the dropdown, where the keys of the screen are dead; Tab goes on from the same place.
    <div ref={field} tabIndex={-1} className="status-field">
      <label htmlFor={id}>Status</label>
      <StatusSelect id={id} value={value} onChange={onChange} open={isOpen} onOpenChange={setOpen} onLeave={leave} />
    </div>
  );
}
