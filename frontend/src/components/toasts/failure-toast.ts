import { hasStatus, serverMessage } from '../lib/api-errors';
import { toast, type ToastMessage } from './toast-store';

/** Says that a change failed, by default in the server's words; not when the session is over: the sign-in screen says so. */
export function toastFailure(
  error: unknown,
  message: Omit<ToastMessage, 'variant'> = { title: 'Error', description: serverMessage(error) },
): void {
  if (!hasStatus(error, 401)) toast({ ...message, variant: 'destructive' });
}
