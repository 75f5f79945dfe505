import { useLocation } from 'react-router-dom';

/** The draft that is asked for at this entry of the browser's history. */
export function useWantedDraft(): string | undefined {
  return (useLocation().state as { draft?: string } | null)?.draft;
}
