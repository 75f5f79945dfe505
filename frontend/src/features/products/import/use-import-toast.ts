import { useNavigate } from 'react-router-dom';
import { toast, type ToastMessage } from '../../../components/toasts/toast-store';
import { productPaths } from '../product-paths';

interface ImportOutcome {
  id: number;
  fileName: string | undefined;
  /** In how many products an undo has kept something, if it is undone; `250+` for at least so many. */
  undone?: string;
}

/** Says what became of an import, for somebody who has left the screen, and leads to it. */
export function useImportToast() {
  const navigate = useNavigate();
  return ({ id, fileName, undone }: ImportOutcome, message: ToastMessage) => {
    const result = undone === undefined ? '' : `&undone=${encodeURIComponent(undone)}`;
    const open = () => void navigate(`${productPaths.import}?import=${id}${result}`, { state: { fileName } });
    if (!isImportOpen(id)) toast({ ...message, action: { label: 'Open', onClick: open } });
    // Somebody who has come back sees what was done, but not why it was refused.
    else if (message.variant === 'destructive') toast(message);
  };
}

/** Whether the browser is at an import, by its address. */
export function isImportOpen(id: number): boolean {
  const { pathname, search } = window.location;
  return pathname === productPaths.import && new URLSearchParams(search).get('import') === String(id);
}
