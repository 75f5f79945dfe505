/** State of a link to a list that shows all of it, whatever status was chosen last. */
export const WHOLE_LIST = { isWhole: true };

export function isWholeList(state: unknown): boolean {
  return (state as Partial<typeof WHOLE_LIST> | null)?.isWhole === true;
}
