import { useContext, useEffect, useState } from 'react';
import { DraftOwner } from '../../components/drafts/draft-owner';
import { onWindowEvents } from '../../components/lib/window-events';
import { readLocalStorage, writeLocalStorage } from '../../components/lib/use-local-storage';

/** After this long without the dashboard a new visit begins, ms. */
const VISIT_ENDS_AFTER_MS = 30 * 60_000;
/** A person who has not been here in this browser is shown what happened in so long, ms. */
const FIRST_VISIT_SHOWS_MS = 24 * 60 * 60_000;

interface Visits {
  /** When the visit before this one ended; in the first, since when things are shown. */
  before: number;
  /** When the dashboard was shown last. */
  seen: number;
  isFirst: boolean;
}

/** Since when, ISO 8601, the person has not seen what happened; kept in this browser, for each person. */
export function useLastVisit(): { since: string; isFirst: boolean } {
  const key = `last-visit-${useContext(DraftOwner)}`;
  const [visits] = useState(() => nextVisits(readLocalStorage(key), Date.now()));
  useEffect(() => {
    function note() {
      // Another tab may have begun a later visit.
      const stored = parsed(readLocalStorage(key));
      const latest = stored && stored.before > visits.before ? stored : visits;
      writeLocalStorage(key, JSON.stringify({ ...latest, seen: Date.now() }));
    }
    note();
    // The event comes when a page that was seen is hidden or closed, too.
    const stopListening = onWindowEvents(['visibilitychange'], () => document.hidden && note());
    return () => {
      stopListening();
      if (!document.hidden) note();
    };
  }, [key, visits]);
  return { since: new Date(visits.before).toISOString(), isFirst: visits.isFirst };
}

/** Going away for a moment is no end of a visit. */
export function nextVisits(stored: string | null, now: number): Visits {
  const visits = parsed(stored);
  if (!visits || visits.seen > now) return { before: now - FIRST_VISIT_SHOWS_MS, seen: now, isFirst: true };
  if (now - visits.seen > VISIT_ENDS_AFTER_MS) return { before: visits.seen, seen: now, isFirst: false };
  return { ...visits, seen: now };
}

function parsed(stored: string | null): Visits | undefined {
  try {
    const { before, seen, isFirst } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    if (typeof before === 'number' && typeof seen === 'number') return { before, seen, isFirst: isFirst === true };
  } catch {
    // Somebody else wrote it.
  }
  return undefined;
}
