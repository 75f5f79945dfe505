import { useEffect } from 'react';

/** Keeps the second click of a double click from leading once more to where the first has led: Back would need two. */
export function useSingleClicks(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (event.detail > 1 && link?.href === window.location.href) event.preventDefault();
    };
    // Before the links of the router.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
}
