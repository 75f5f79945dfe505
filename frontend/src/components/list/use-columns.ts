import { useSyncExternalStore } from 'react';
import { onWindowEvents } from '../lib/window-events';

/** As in record-list.css. */
const PAGE_MAX_WIDTH_PX = 2240;
const PAGE_PADDING_PX = 40;
/** Pixels between cards, both ways. */
export const CARD_GAP_PX = 12;

/** How many cards of at least this width (pixels) fit in one row of the page; one where there is no width. */
export function useColumns(minWidth: number | undefined): number {
  return useSyncExternalStore(
    (onChange) => onWindowEvents(['resize'], onChange),
    () => {
      if (minWidth === undefined) return 1;
      const width = Math.min(document.documentElement.clientWidth - PAGE_PADDING_PX, PAGE_MAX_WIDTH_PX);
      return Math.max(1, Math.floor((width + CARD_GAP_PX) / (minWidth + CARD_GAP_PX)));
    },
  );
}
