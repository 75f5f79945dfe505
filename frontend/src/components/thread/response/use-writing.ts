import { useEffect, useRef, type ChangeEvent } from 'react';
import { setWriting } from '../../live/presence';

/** Who has typed nothing for so long writes no longer, ms. */
const PAUSE_MS = 30_000;

/** Tells the others that a response is being written, as long as its field is typed into. */
export function useWriting() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  function stop() {
    clearTimeout(timer.current);
    setWriting(false);
  }
  function onChange({ target }: ChangeEvent<HTMLTextAreaElement>) {
    clearTimeout(timer.current);
    const isEmpty = target.value.trim() === '';
    setWriting(!isEmpty);
    if (!isEmpty) timer.current = setTimeout(stop, PAUSE_MS);
  }
  useEffect(() => stop, []);
  return { onChange, stop };
}
