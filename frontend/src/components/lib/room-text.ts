/** The part of the longest text that is left when it is worth saying. */
const SAID_FROM = 0.2;

/** Says how much longer a text may become, once it is long. */
export function roomText(text: string, maxLength = Infinity): string | null {
  const left = maxLength - text.length;
  if (left > maxLength * SAID_FROM || maxLength === Infinity) return null;
  return left < 0 ? `${-left} over the limit of ${maxLength} characters` : `${left} of ${maxLength} characters left`;
}
