import { useContext, useEffect, useState } from 'react';
import { DraftOwner } from '../../components/drafts/draft-owner';
import { readLocalStorage, writeLocalStorage } from '../../components/lib/use-local-storage';

/** After this long without the dashboard a new visit begins, ms. */
const VISIT_ENDS_AFTER_MS = 30 * 60_000;
/** A person who has not been here in this browser is shown what happened in so long, ms. */
const FIRST_VISIT_SHOWS_MS = 24 * 60 * 60_000;

interface Visits {
  /** When the visit before this one ended; null in the first. */
  before: number | null;
  /** When the dashboard was shown last. */
  seen: number;
}

/** Since when, ISO 8601, the person has not seen what happened; kept in this browser, for each person. */
export function useLastVisit(): { since: string; isFirst: boolean } {
  const key = `last-visit-${useContext(DraftOwner)}`;
  const [visits] = useState(() => nextVisits(readLocalStorage(key), Date.now()));
  useEffect(() => writeLocalStorage(key, JSON.stringify(visits)), [key, visits]);
  const isFirst = visits.before === null;
  return { since: new Date(visits.before ?? visits.seen - FIRST_VISIT_SHOWS_MS).toISOString(), isFirst };
}

/** Going away for a moment is no end of a visit. */
export function nextVisits(stored: string | null, now: number): Visits {
  const { before, seen } = parsed(stored);
  if (seen === undefined || before === undefined || seen > now) return { before: null, seen: now };
  return { before: now - seen > VISIT_ENDS_AFTER_MS ? seen : before, seen: now };
}

function parsed(stored: string | null): Partial<Visits> {
  try {
    const { before, seen } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    const isVisit = (before === null || typeof before === 'number') && typeof seen === 'number';
    return isVisit ? { before, seen } : {};
  } catch {
    return {};
  }
}
