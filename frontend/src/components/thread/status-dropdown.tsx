import { Select } from 'antd';
import { threadStatuses, type ThreadStatus } from './thread-status';

export interface StatusSelectProps {
  /** Set by the form, as are the value and what is done about a change. */
  id?: string;
  value?: ThreadStatus;
  onChange?: (status: ThreadStatus) => void;
  placeholder?: string;
  /** Whether its options are shown, where something else can open it. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The person has chosen, or wants to be out of it. */
  onLeave?: () => void;
}

/** The dropdown itself, in a file of its own because it is large: what is read first is painted without it. */
export default function StatusDropdown({ onLeave, ...props }: StatusSelectProps) {
  return (
    <Select<ThreadStatus>
      {...props}
      onSelect={onLeave}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onLeave?.();
      }}
      className="status-select"
      options={threadStatuses}
      // Screen readers count the options of a virtual list wrongly.
      virtual={false}
      // Below `body` the options would lie outside the landmarks of the page.
      getPopupContainer={(select: HTMLElement) => select.closest('main') ?? document.body}
    />
  );
}
