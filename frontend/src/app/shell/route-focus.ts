import { useEffect, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { takeWantedFocus } from '../../components/list/list-address';
import { noteDrawn } from '../../components/commands/moving';
import { pressHeldKeys } from '../../components/commands/shortcut-keys';
import { onWindowEvents } from '../../components/lib/window-events';

/** Milliseconds to wait for an element that had the focus before, while its screen is still reading. */
const PATIENCE_MS = 1500;

/**
 * Moves the focus to the heading of a new page, unless a field of it asked for the focus, and on Back to the element (known by its id) that had it when the
 * page was left. A way that leads to a row focuses that. The first page keeps the focus where the browser puts it, unless another screen was there before (`isNext`).
 */
export function useRouteFocus(main: RefObject<HTMLElement | null>, isNext: boolean): void {
  const focusedIds = useRef(new Map<string, string>());
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef(isNext ? undefined : pathname);

  useEffect(() => {
    const wanted = takeWantedFocus(pathname);
    if (shownPath.current === pathname && !wanted) return;
    shownPath.current = pathname;
    hidePopovers();
    const earlier = type === NavigationType.Pop ? focusedIds.current.get(key) : undefined;
    if (wanted ?? earlier) return focusWhenThere(wanted, earlier, () => focusHeading(main.current));
    if (!hasFocusedField(main.current)) focusHeading(main.current);
  }, [key, main, pathname, type]);

  // After the above: a field that takes the focus when its screen appears must not hide who had it before.
  useEffect(() => {
    const ids = focusedIds.current;
    const note = () => {
      // The page before still listens while a field of the new one takes the focus.
      if (entryKey() !== key) return;
      const id = document.activeElement?.id;
      if (id) ids.set(key, id);
      else ids.delete(key);
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [key]);

  // Last: the keys are for the screen and the focus that are there now.
  useEffect(() => {
    noteDrawn(pathname);
    pressHeldKeys();
    return () => noteDrawn(undefined);
  }, [pathname]);
}

/** A key, a scan or Back leads on under an open menu, which only a click outside would close. */
function hidePopovers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) popover.hidePopover();
}

/** The key of the history entry that the browser is at, as the router counts it. */
function entryKey(): string {
  return (window.history.state as { key?: string } | null)?.key ?? 'default';
}

/** Whether a field took the focus when its screen appeared. */
function hasFocusedField(main: HTMLElement | null): boolean {
  const { activeElement } = document;
  return main?.contains(activeElement) === true && activeElement?.matches('input, textarea, select') === true;
}

function focusHeading(main: HTMLElement | null): void {
  (main?.querySelector('h1') ?? main)?.focus({ preventScroll: true });
}

/** Focuses the element that is wanted, or else the one that had the focus when the page was left, where it is on the screen. Who goes elsewhere until then keeps the focus. */
function focusWhenThere(wanted: string | undefined, earlier: string | undefined, otherwise: () => void): () => void {
  const deadline = performance.now() + PATIENCE_MS;
  const { activeElement: before } = document;
  let hasActed = false;
  const stopListening = onWindowEvents(['keydown', 'pointerdown'], () => (hasActed = true));
  let frame = requestAnimationFrame(function look() {
    const { activeElement: now } = document;
    if (hasActed && now !== document.body && now !== before) return;
    const row = wanted ? document.getElementById(wanted) : null;
    const element = row ?? (earlier ? document.getElementById(earlier) : null);
    if (element) element.focus({ preventScroll: !row });
    else if (performance.now() < deadline) frame = requestAnimationFrame(look);
    else otherwise();
  });
  return () => {
    cancelAnimationFrame(frame);
    stopListening();
  };
}
