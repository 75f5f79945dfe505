import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MAX_SEARCH_LENGTH } from '../lib/max-search-length';
import { useSetParameter } from '../lib/use-set-parameter';

/** Browsers refuse too many changes of the address in a short time. */
const ADDRESS_DELAY_MS = 250;

/** The search in the address (`?q=`); of a longer one, what the server takes. */
export function useSearchInAddress(): string {
  return cut(useSearchParams()[0].get('q') ?? '').trim();
}

function cut(text: string): string {
  return text.slice(0, MAX_SEARCH_LENGTH);
}

/**
 * The text of a search box, and what is searched for (`q`). It is kept in the address (`?q=`), so that Back, a reload and
 * a shared link work.
 */
export function useSearchText() {
  const inAddress = useSearchInAddress();
  const setParameter = useSetParameter();
  const [state, setState] = useState({ text: inAddress, inAddress, isTyping: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by Back, Forward or a link: the box follows. What came from the box may be older than it.
  if (state.inAddress !== inAddress) {
    const isOwn = state.isTyping || state.text.trim() === inAddress;
    setState({ ...state, text: isOwn ? state.text : inAddress, inAddress });
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  function write(text: string) {
    clearTimeout(timer.current);
    timer.current = undefined;
    setState((before) => ({ ...before, isTyping: false }));
    setParameter('q', text.trim() || undefined, { replace: true });
  }
  function setText(typed: string) {
    const text = cut(typed);
    setState((before) => ({ ...before, text, isTyping: true }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => write(text), ADDRESS_DELAY_MS);
  }
  /** Writes the address at once: the person is about to leave the box. */
  function flush() {
    if (timer.current !== undefined) write(state.text);
  }
  return { text: state.text, q: useDeferredValue(state.text).trim(), setText, flush };
}
