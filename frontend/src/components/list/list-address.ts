import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CHANGED } from '../lib/use-set-parameter';

const searchKey = (path: string) => `list ${path}`;
const pageKey = (index: number) => `page ${index}`;

/** Notes the address of the list on the screen as the one that `useLastList` and `useListLink` lead to. */
export function useListAddress(): void {
  const { pathname, search } = useLocation();
  useEffect(() => note(searchKey(pathname), search), [pathname, search]);
}

/** Notes which page each entry in the history of this tab is; once, around all screens. */
export function useHistoryPages(): void {
  const { key, pathname } = useLocation();
  useEffect(() => note(pageKey(historyIndex()), pathname), [key, pathname]);
}

/** Where the list at this path was left in this tab, with its search, filters and order; the path alone before that. */
function lastList(path: string) {
  const search = read(searchKey(path));
  // A list that was left without a status has none again, whatever was chosen last.
  return { to: path + (search ?? ''), state: search === null ? undefined : CHANGED };
}

/** Leads to a list as it was left. */
export function useLastList(path: string): () => void {
  const navigate = useNavigate();
  return () => {
    const { to, state } = lastList(path);
    // At once, where the code of the list is there: a record that was just deleted is not read again.
    void navigate(to, { state, flushSync: true });
  };
}

let wanted: { path: string; id: string } | undefined;

/**
 * Leads back to a list as it was left, and to the element with this id in it: to the last entry of the list in the history
 * of this tab, where the place in it is as it was.
 */
export function useWayToRow(path: string, id: string): () => void {
  const navigate = useNavigate();
  const showList = useLastList(path);
  return () => {
    wanted = { path, id };
    const here = historyIndex();
    for (let at = here - 1; at >= 0; at -= 1) if (read(pageKey(at)) === path) return void navigate(at - here);
    showList();
  };
}

/** The id of the element that is to have the focus on a page that was just opened; asked once. */
export function takeWantedFocus(pathname: string): string | undefined {
  if (wanted?.path !== pathname) return undefined;
  const { id } = wanted;
  wanted = undefined;
  return id;
}

/**
 * A link back to a list as it was left. Where the list is the page before, it goes back there: then the place in it and
 * the focus are as they were, too.
 */
export function useListLink(path: string) {
  const navigate = useNavigate();
  const onClick = (event: { preventDefault: () => void; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || read(pageKey(historyIndex() - 1)) !== path) return;
    event.preventDefault();
    void navigate(-1);
  };
  return { ...lastList(path), onClick };
}

function note(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // Full, or told not to keep anything: the links lead to the plain list.
  }
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** As the router counts the entries of this tab. */
function historyIndex(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0;
}
