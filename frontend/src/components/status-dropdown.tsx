import { Select } from 'antd';
import type { StatusSelectProps } from './status-select';
import { threadStatuses, type ThreadStatus } from './thread-status';

/** The dropdown itself, in a file of its own because it is large: what is read first is painted without it. */
export default function StatusDropdown(props: StatusSelectProps) {
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
