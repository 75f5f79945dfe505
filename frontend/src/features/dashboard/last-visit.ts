import { useContext, useEffect, useState } from 'react';
import { DraftOwner } from '../../components/drafts/draft-owner';
import { readLocalStorage, writeLocalStorage } from '../../components/lib/use-local-storage';

/** After this long without the dashboard a new visit begins, ms. */
const VISIT_ENDS_AFTER_MS = 30 * 60_000;
/** A person who has not been here in this browser is shown what happened in so long, ms. */
const FIRST_VISIT_SHOWS_MS = 24 * 60 * 60_000;

interface Visits {
  /** When the visit before this one ended. */
  before: number;
  /** When the dashboard was shown last. */
  seen: number;
}

/** When the person's last visit ended, ISO 8601; kept in this browser, for each person. */
export function useLastVisit(): string {
  const key = `last-visit-${useContext(DraftOwner)}`;
  const [visits] = useState(() => nextVisits(readLocalStorage(key), Date.now()));
  useEffect(() => writeLocalStorage(key, JSON.stringify(visits)), [key, visits]);
  return new Date(visits.before).toISOString();
}

/** Going away for a moment is no end of a visit. */
export function nextVisits(stored: string | null, now: number): Visits {
  const { before, seen } = parsed(stored);
  if (seen === undefined || before === undefined || seen > now)
    return { before: now - FIRST_VISIT_SHOWS_MS, seen: now };
  return { before: now - seen > VISIT_ENDS_AFTER_MS ? seen : before, seen: now };
}

function parsed(stored: string | null): Partial<Visits> {
  try {
    const { before, seen } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    return typeof before === 'number' && typeof seen === 'number' ? { before, seen } : {};
  } catch {
    return {};
  }
}
