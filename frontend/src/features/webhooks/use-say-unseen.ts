import { useNavigate } from 'react-router-dom';
import { toast } from '../../components/toasts/toast-store';
import { WEBHOOKS_PATH } from './webhook-paths';

/** Says that the secret of a webhook came after one had left the screen, which would have shown it once. */
export function useSayUnseen() {
  const navigate = useNavigate();
  return (url: string) =>
    toast({
      description: `The secret for ${url} came after you left, so you have not seen it. Delete the webhook and add it again.`,
      action: { label: 'Open', onClick: () => void navigate(WEBHOOKS_PATH) },
    });
}
