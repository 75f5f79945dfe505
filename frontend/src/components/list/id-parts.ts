/** The server looks up no more records at a time. */
const MAX_IDS = 200;

/** The numbers of the rows of a list, in parts that the server looks up at a time, with commas between them. */
export function idParts(items: { id: number }[]): string[] {
  const parts: string[] = [];
  for (let start = 0; start < items.length; start += MAX_IDS)
    parts.push(
      items
        .slice(start, start + MAX_IDS)
        .map(({ id }) => id)
        .join(','),
    );
  return parts;
}
