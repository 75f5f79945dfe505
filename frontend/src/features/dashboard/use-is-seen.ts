import { useEffect, useState, type RefObject } from 'react';

/** The part of it that is on the screen. */
const THRESHOLD = 0.1;
/** After so long it counts as seen in any case: one may print the page, or scroll on a slow line. */
const WAIT_MS = 5000;

/**
 * False until some of the element is on the screen, from when that is asked (`isWanted`). Large parts wait for it, so
 * that a phone does not load them unseen.
 */
export function useIsSeen(element: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!isWanted || isSeen || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { threshold: THRESHOLD },
    );
    observer.observe(element.current);
    const timer = setTimeout(() => setSeen(true), WAIT_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [element, isWanted, isSeen]);
  return isSeen;
}
