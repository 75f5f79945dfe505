import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CHANGED } from '../lib/use-set-parameter';

const keyOf = (path: string) => `list ${path}`;

interface Left {
  search: string;
  /** Which entry of the history of this tab it is. */
  index: number;
}

/** Notes the address of the list on the screen as the one that `useLastList` and `useListLink` lead to. */
export function useListAddress(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(pathname), JSON.stringify({ search, index: historyIndex() } satisfies Left));
    } catch {
      // Full, or told not to keep anything: the links lead to the plain list.
    }
  }, [pathname, search]);
}

/** Where the list at this path was left in this tab, with its search, filters and order; the path alone before that. */
function lastList(path: string) {
  const left = readLeft(path);
  // A list that was left without a status has none again, whatever was chosen last.
  return { to: path + (left?.search ?? ''), state: left && CHANGED };
}

/** Leads to a list as it was left. */
export function useLastList(path: string): () => void {
  const navigate = useNavigate();
  return () => {
    const { to, state } = lastList(path);
    void navigate(to, { state });
  };
}

/**
 * A link back to a list as it was left. Where the list is the page before, it goes back there: then the place in it and
 * the focus are as they were, too.
 */
export function useListLink(path: string) {
  const navigate = useNavigate();
  const onClick = (event: { preventDefault: () => void; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || readLeft(path)?.index !== historyIndex() - 1) return;
    event.preventDefault();
    void navigate(-1);
  };
  return { ...lastList(path), onClick };
}

function readLeft(path: string): Left | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(path)) ?? 'null') as Left | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** As the router counts the entries of this tab. */
function historyIndex(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0;
}
