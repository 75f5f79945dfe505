import { useSyncExternalStore } from 'react';
import { onWindowEvents } from '../lib/window-events';

const PAGE_MAX_WIDTH_PX = 1280;
const PAGE_PADDING_PX = 32;
/** Pixels between cards, both ways. */
export const CARD_GAP_PX = 16;

/** How many cards of at least this width (pixels) fit in one row of the page. */
export function useColumns(minWidth: number): number {
  return useSyncExternalStore(
    (onChange) => onWindowEvents(['resize'], onChange),
    () => {
      const width = Math.min(document.documentElement.clientWidth - PAGE_PADDING_PX, PAGE_MAX_WIDTH_PX);
      return Math.max(1, Math.floor((width + CARD_GAP_PX) / (minWidth + CARD_GAP_PX)));
    },
  );
}
