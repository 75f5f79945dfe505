import { ArrowLeftOutlined } from '@ant-design/icons';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { lastListAddress } from '../list/list-address';

/** The way up, above the title of a screen: to a list as it was left, with its filters and its place. */
export function BackLink({ to, children }: { to: string; children: string }) {
  const navigate = useNavigate();
  const address = lastListAddress(to) ?? to;
  function onClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!isEntryBefore(address)) return;
    // Going back in the history keeps the place in the list as well.
    event.preventDefault();
    void navigate(-1);
  }
  return (
    <Link to={address} className="back-link" onClick={onClick}>
      <ArrowLeftOutlined aria-hidden />
      {children}
    </Link>
  );
}

/** Whether the page before this one in the history is at this address; false where the browser does not say. */
function isEntryBefore(address: string): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const index = navigation?.currentEntry?.index ?? 0;
  const before = navigation?.entries()[index - 1]?.url;
  return before === window.location.origin + address;
}
