import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component is still on the screen, for what ends later. */
export function useIsThere(): Readonly<RefObject<boolean>> {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}
