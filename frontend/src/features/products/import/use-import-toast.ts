import { useNavigate } from 'react-router-dom';
import { toast, type ToastMessage } from '../../../components/toasts/toast-store';
import { productPaths } from '../product-paths';

/** Says what became of an import, for somebody who has left the screen, and leads to it. */
export function useImportToast() {
  const navigate = useNavigate();
  return (id: number, fileName: string | undefined, message: ToastMessage) => {
    const open = () => void navigate(`${productPaths.import}?import=${id}`, { state: { fileName } });
    const { pathname, search } = window.location;
    const isBack = pathname === productPaths.import && new URLSearchParams(search).get('import') === String(id);
    if (!isBack) toast({ ...message, action: { label: 'Open', onClick: open } });
    // Somebody who has come back sees what was done, but not why it was refused.
    else if (message.variant === 'destructive') toast(message);
  };
}
