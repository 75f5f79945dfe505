import { useSyncExternalStore } from 'react';
import { useLocalStorage } from './use-local-storage';

/** Whether a media query holds now; follows changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Whether the person asked the system for less movement. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)');
}

/** Where the theme that was chosen is kept: `light` or `dark`; nothing follows the system. */
export const THEME_KEY = 'theme';

/** Whether to draw dark: as was chosen in this browser, else as the system is set. */
export function useDark(): boolean {
  const chosen = useLocalStorage(THEME_KEY);
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)');
  return chosen ? chosen === 'dark' : prefersDark;
}
