/** As many as a page of a list has: with a further page the parts before stay the same. The server takes up to 200. */
const PART = 50;

/** The numbers of the rows of a list, in parts that are looked up at a time, with commas between them. */
export function idParts(items: { id: number }[]): string[] {
  const parts: string[] = [];
  for (let start = 0; start < items.length; start += PART)
    parts.push(
      items
        .slice(start, start + PART)
        .map(({ id }) => id)
        .join(','),
    );
  return parts;
}
