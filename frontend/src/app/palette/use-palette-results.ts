import { useSearchEverything } from '@ecom-crm/openapi/search/search';
import { keepPreviousData } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useCurrentCommands } from '../../components/commands/commands';
import { useRecents } from '../../components/commands/recents';
import { entryGroups, type Entry, type EntryGroup } from './palette-entries';

/** An answer may be shown again for so long, ms, while the same is asked again. */
const REMEMBERED_MS = 60_000;

/** What the palette shows for a text. */
export interface PaletteResults {
  typed: string;
  groups: EntryGroup[];
  /** The same in one list, as the arrow keys go through them. */
  entries: Entry[];
  /** Whether the records are still those of an earlier text, or none yet. */
  isSearching: boolean;
  error: unknown;
  retry: () => void;
}

/** Finds what begins with a text among screens and actions at once, and the records as soon as the server answers. */
export function usePaletteResults(typed: string, userId: number): PaletteResults {
  const { pathname, search } = useLocation();
  const commands = useCurrentCommands();
  const recents = useRecents(userId);
  const { data, error, isPending, isPlaceholderData, refetch } = useSearchEverything(
    { q: typed },
    // A call that the next letter makes needless is cancelled.
    { query: { enabled: typed !== '', placeholderData: keepPreviousData, staleTime: 0, gcTime: REMEMBERED_MS } },
  );
  const answer = typed ? data : undefined;
  const groups = entryGroups({ typed, recents, commands, answer, here: pathname + search });
  return {
    typed,
    groups,
    entries: groups.flatMap((group) => group.entries),
    isSearching: typed !== '' && (isPending || isPlaceholderData),
    error: typed ? error : null,
    retry: () => void refetch(),
  };
}
