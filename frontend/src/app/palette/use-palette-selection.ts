import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { isComposing } from '../../components/commands/composition';
import { remember } from '../../components/commands/recents';
import { useNavigate } from 'react-router-dom';
import type { Entry } from './palette-entries';
import type { PaletteResults } from './use-palette-results';

interface Choice {
  found: PaletteResults;
  userId: number;
  onClose: () => void;
  /** Puts a text into the box. */
  onText: (text: string) => void;
}

interface Chosen {
  /** For which text the person moved there, or pressed Enter. */
  typed: string;
}

/** Which line of the palette is chosen (the first, until the person moves on), and what the keys do with it. */
export function usePaletteSelection({ found, userId, onClose, onText }: Choice) {
  const { typed, entries, isSearching } = found;
  const [moved, setMoved] = useState<Chosen & { key: string }>();
  const [awaited, setAwaited] = useState<Chosen & { newTab: boolean }>();
  const open = useOpen(userId, onClose);
  const own = moved?.typed === typed ? entries.find(({ key }) => key === moved.key) : undefined;
  const active = own ?? entries[0];
  // What stands first may still belong to an earlier text: Enter waits for what was asked for.
  const mustWait = isSearching && !own && (!active || active.noun !== undefined);

  function choose(entry: Entry, newTab: boolean) {
    if (entry.text) onText(entry.text);
    else open(entry, newTab);
  }
  function enter(newTab: boolean) {
    if (mustWait) setAwaited({ typed, newTab });
    else if (active) choose(active, newTab);
  }
  const openAwaited = useEffectEvent((newTab: boolean) => {
    if (active) open(active, newTab);
  });
  const awaitedTab = awaited?.typed === typed ? awaited.newTab : undefined;
  useEffect(() => {
    // React draws nothing at once in the middle of an effect.
    if (awaitedTab !== undefined && !isSearching) queueMicrotask(() => openAwaited(awaitedTab));
  }, [awaitedTab, isSearching]);

  const point = (entry: Entry | undefined) => entry && setMoved({ typed, key: entry.key });
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const isMod = event.ctrlKey || event.metaKey;
    const at = active ? entries.indexOf(active) : -1;
    const actions: Record<string, () => void> = {
      ArrowDown: () => point(entries[(at + 1) % entries.length]),
      ArrowUp: () => point(entries.at(at - 1)),
      Home: () => point(entries[0]),
      End: () => point(entries.at(-1)),
      Enter: () => enter(isMod),
    };
    if (isMod && event.key.toLowerCase() === 'k') actions[event.key] = onClose;
    const action = actions[event.key];
    if (!action || event.shiftKey || event.altKey) return;
    event.preventDefault();
    action();
  }
  return { active, onKeyDown, point, choose };
}

/**
 * Opens an entry, in a new tab if it leads somewhere. The palette is gone by then, so that the focus is where it was: what
 * is under an open dialog does not take it.
 */
function useOpen(userId: number, onClose: () => void) {
  const navigate = useNavigate();
  return ({ path, run, recent }: Entry, newTab: boolean) => {
    flushSync(onClose);
    if (recent) remember(userId, recent);
    if (path === undefined) run?.();
    else if (newTab) window.open(path, '_blank', 'noopener');
    else void navigate(path);
  };
}
