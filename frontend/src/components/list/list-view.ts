import { useMediaQuery } from '../lib/use-media-query';
import { useOwnSetting } from './use-own-setting';

/** How a list is drawn. */
export type ListView = 'rows' | 'cards';

/** From here on rows have room for all that they say. */
const WIDE = '(width >= 1024px)';

/** How lists are drawn, as the person has chosen last, else rows where they have room; and what chooses. */
export function useListView(): [ListView, (view: ListView) => void] {
  const [chosen, keep] = useOwnSetting('list view');
  const isWide = useMediaQuery(WIDE);
  const view = chosen === 'rows' || chosen === 'cards' ? chosen : isWide ? 'rows' : 'cards';
  return [view, keep];
}
