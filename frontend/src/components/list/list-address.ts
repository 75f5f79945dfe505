import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const keyOf = (path: string) => `list ${path}`;

/** Remembers the address of a list, with its filters and order, in this tab. */
export function useListAddress(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(pathname), pathname + search);
    } catch {
      // Without storage the way back leads to the whole list.
    }
  }, [pathname, search]);
}

/** The address that a list had last in this tab; undefined if it was not shown. */
export function lastListAddress(path: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(path)) ?? undefined;
  } catch {
    return undefined;
  }
}
