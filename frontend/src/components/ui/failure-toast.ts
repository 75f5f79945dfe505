import { hasStatus } from '../lib/api-errors';
import { toast } from './toast-store';

/** Says that a change failed; not when the session is over, for then the sign-in screen says so. */
export function toastFailure(error: unknown, message: { title?: string; description: string }): void {
  if (!hasStatus(error, 401)) toast({ ...message, variant: 'destructive' });
}
