import { toast } from '../../components/toasts/toast-store';

/** Copies the address of the screen. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    toast({ description: 'Link copied' });
  } catch {
    toast({ description: 'The link could not be copied. Copy it from the address bar.', variant: 'destructive' });
  }
}
