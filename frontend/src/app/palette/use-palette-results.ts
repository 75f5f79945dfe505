import type { SearchAnswerDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useSearchEverything } from '@ecom-crm/openapi/search/search';
import { useListViews } from '@ecom-crm/openapi/views/views';
import { keepPreviousData } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useCurrentCommands } from '../../components/commands/commands';
import { useRecents } from '../../components/commands/recents';
import { askedAbout } from './about-product';
import { entryGroups, HITS_SHOWN, type Entry, type EntryGroup } from './palette-entries';

/** An answer may be shown again for so long, ms, while the same is asked again. */
const REMEMBERED_MS = 60_000;

/** What the palette shows for a text. */
export interface PaletteResults {
  typed: string;
  /** What records are searched by: all that was typed, or what stands after `questions about`. */
  words: string;
  groups: EntryGroup[];
  /** The same in one list, as the arrow keys go through them. */
  entries: Entry[];
  /** Whether no record has all of the words, and the records shown have some. */
  isPartial: boolean;
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
  const { data: views = [] } = useListViews();
  const words = askedAbout(typed)?.words ?? typed;
  // A call that the next letter makes needless is cancelled.
  const remembered = { staleTime: 0, gcTime: REMEMBERED_MS };
  const { data, error, isPending, isPlaceholderData, refetch } = useSearchEverything(
    { q: words },
    { query: { enabled: words !== '', placeholderData: keepPreviousData, ...remembered } },
  );
  // To count all of them takes longer: only where not all are shown.
  const isMore = !isPlaceholderData && (data?.groups.some(({ hits }) => hits.length >= HITS_SHOWN) ?? false);
  const totals = useSearchEverything(
    { q: words, totals: 'true', limit: 1 },
    { query: { enabled: words !== '' && isMore, ...remembered } },
  );
  const answer = words ? withTotals(data, isMore ? totals.data : undefined) : undefined;
  const groups = entryGroups({ typed, recents, commands, views, answer, here: pathname + search });
  return {
    typed,
    words,
    groups,
    isPartial: answer !== undefined && answer.groups.length > 0 && answer.groups.every(({ partial }) => partial),
    entries: groups.flatMap((group) => group.entries),
    isSearching: words !== '' && (isPending || isPlaceholderData),
    error: words ? error : null,
    retry: () => void refetch(),
  };
}

function withTotals(answer: SearchAnswerDto | undefined, counted: SearchAnswerDto | undefined) {
  if (!answer || !counted) return answer;
  const totalOf = (kind: string) => counted.groups.find((group) => group.kind === kind)?.total;
  return { groups: answer.groups.map((group) => ({ ...group, total: totalOf(group.kind) })) };
}
