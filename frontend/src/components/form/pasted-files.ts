/** The files that somebody pastes; none where it is text. */
export function pastedFiles(clipboard: DataTransfer | null): FileList | undefined {
  return isFormattedText(clipboard?.types) ? undefined : clipboard?.files;
}

/**
 * Spreadsheets and word processors add a picture of what was copied to its text. An image from a web page comes
 * without the plain text, and a file from the Finder of a Mac comes with its name, as plain text only.
 */
function isFormattedText(types: readonly string[] = []): boolean {
  return types.includes('text/plain') && types.includes('text/html');
}
