import { Select } from 'antd';
import { useId } from 'react';
import { threadStatuses, type ThreadStatus } from './thread-status';
import './status-select.css';

interface StatusSelectProps {
  /** Set by the form, as are the value and what is done about a change. */
  id?: string;
  value?: ThreadStatus;
  onChange?: (status: ThreadStatus) => void;
  placeholder?: string;
}

/** A dropdown of the statuses; works as a form control too. */
export function StatusSelect(props: StatusSelectProps) {
  return (
    <Select<ThreadStatus>
      {...props}
      className="status-select"
      options={threadStatuses}
      // Screen readers count the options of a virtual list wrongly.
      virtual={false}
      // Below `body` the options would lie outside the landmarks of the page.
      getPopupContainer={(select: HTMLElement) => select.closest('main') ?? document.body}
    />
  );
}

/** The dropdown with its label, for a status that is saved as soon as it is chosen. */
export function StatusField({ value, onChange }: { value: ThreadStatus; onChange: (status: ThreadStatus) => void }) {
  const id = useId();
  return (
    <div className="status-field">
      <label htmlFor={id}>Status</label>
      <StatusSelect id={id} value={value} onChange={onChange} />
    </div>
  );
}
