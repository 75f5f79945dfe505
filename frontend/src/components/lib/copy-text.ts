import { toast } from '../toasts/toast-store';

/** Puts a text on the clipboard and says so, or that the browser did not let it. `noun` names it: `SKU`. */
export async function copyText(
  text: string,
  noun: string,
  advice = 'Select it and copy it yourself.',
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ description: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} copied` });
    return true;
  } catch {
    toast({ description: `The ${noun} could not be copied. ${advice}`, variant: 'destructive' });
    return false;
  }
}
