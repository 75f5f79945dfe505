import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSetParameter } from '../lib/use-set-parameter';

/** Browsers refuse too many changes of the address in a short time. */
const ADDRESS_DELAY_MS = 250;

/**
 * The text of a search box, and what is searched for (`q`). It is kept in the address (`?q=`), so that Back, a reload and
 * a shared link work.
 */
export function useSearchText() {
  const inAddress = useSearchParams()[0].get('q') ?? '';
  const setParameter = useSetParameter();
  const [state, setState] = useState({ text: inAddress, inAddress });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by Back, Forward or a link, not by typing: the box follows.
  if (state.inAddress !== inAddress)
    setState({ text: state.text.trim() === inAddress ? state.text : inAddress, inAddress });

  // The newest one, since the router gives a function the address of when it was made.
  const write = useRef<(text: string) => void>(undefined);
  useEffect(() => {
    write.current = (text) => {
      clearTimeout(timer.current);
      timer.current = undefined;
      setParameter('q', text || undefined, { replace: true });
    };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  function setText(text: string) {
    setState((before) => ({ ...before, text }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => write.current?.(text.trim()), ADDRESS_DELAY_MS);
  }
  /** Writes the address at once: the person is about to leave the box. */
  function flush() {
    if (timer.current !== undefined) write.current?.(state.text.trim());
  }
  return { text: state.text, q: useDeferredValue(state.text).trim(), setText, flush };
}
