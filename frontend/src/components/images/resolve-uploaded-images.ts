const OWN_IMAGE = /^\/api\/images\/([0-9a-f]{64})$/;

/**
 * What was typed, with the addresses of those new pictures that the server has already: after a lost answer, or in two
 * tabs, the same picture is a data URL here and an address there.
 */
export async function resolveUploadedImages<Body extends object>(mine: Body, theirs: Body): Promise<Body> {
  const [typed, known] = [picturesOf(mine), picturesOf(theirs)?.filter((image) => OWN_IMAGE.test(image))];
  // Only pages over HTTPS (and on this machine) can digest; elsewhere the person is asked.
  if (!typed || !known?.length || !globalThis.crypto.subtle) return mine;
  const images = await Promise.all(typed.map((image) => knownAddress(image, known)));
  return { ...mine, images };
}

function picturesOf(body: { images?: unknown }): string[] | undefined {
  return Array.isArray(body.images) ? (body.images as string[]) : undefined;
}

async function knownAddress(image: string, known: string[]): Promise<string> {
  const [head, base64] = image.split(',', 2);
  if (!head?.startsWith('data:') || !base64) return image;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const address = `/api/images/${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return known.includes(address) ? address : image;
}
