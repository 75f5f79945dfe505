import { useLocation, useNavigate } from 'react-router-dom';
import { draftPath } from './draft-list';

/**
 * The address by which drafts of a form are found: its path, with the parameter that filled it in. So a form that was
 * opened for another product starts with its own draft.
 */
export function useFormPath(prefilledBy: string): string {
  const { pathname, search } = useLocation();
  const value = new URLSearchParams(search).get(prefilledBy);
  return value ? `${pathname}?${new URLSearchParams({ [prefilledBy]: value })}` : pathname;
}

/** Opens the form of a draft with what was kept in it; another tab that works on it loses it. */
export function useOpenDraft(): (page: string) => void {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return (page) => {
    const path = draftPath(page);
    const isHere = path.split('?')[0] === pathname;
    const kept = isHere ? (state as object | null) : null;
    void navigate(path, { replace: isHere, state: { ...kept, draft: page } });
  };
}
