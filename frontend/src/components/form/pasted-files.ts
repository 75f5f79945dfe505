import { toast } from '../toasts/toast-store';

/** The files that somebody pastes; none where it is text. */
export function pastedFiles(clipboard: DataTransfer | null): FileList | undefined {
  return isFormattedText(clipboard?.types) ? undefined : clipboard?.files;
}

/** Says, for `onPaste` of a form, that its records have no photos. `records` is as "Responses". */
export function sayNoPhotos(records: string): (event: { clipboardData: DataTransfer }) => void {
  return ({ clipboardData }) => {
    if (pastedFiles(clipboardData)?.length)
      toast({ description: `${records} have no photos. Nothing was added.`, variant: 'destructive' });
  };
}

/**
 * Spreadsheets and word processors add a picture of what was copied to its text. An image from a web page comes
 * without the plain text, and a file from the Finder of a Mac comes with its name, as plain text only.
 */
function isFormattedText(types: readonly string[] = []): boolean {
  return types.includes('text/plain') && types.includes('text/html');
}
