import { useLocation, useNavigate } from 'react-router-dom';
import { draftPath } from './draft-list';

/** The draft that is asked for at this entry of the browser's history. */
export function useWantedDraft(): string | undefined {
  return (useLocation().state as { draft?: string } | null)?.draft;
}

/** Opens the form of a draft with what was kept in it; another tab that works on it loses it. */
export function useOpenDraft(): (page: string) => void {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return (page) => {
    const path = draftPath(page);
    const isHere = path === pathname;
    const kept = isHere ? (state as object | null) : null;
    void navigate(path, { replace: isHere, state: { ...kept, draft: page } });
  };
}
