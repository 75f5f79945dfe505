import type { EntityManager } from 'typeorm';
import type { LazyText } from '../http/body/large-json';

/**
 * How a record's row names an image: an http(s) URL or the path of a sample photo as it is, or the data URL as it was given
 * with `#<sha256>` in place of its base64 text. The bytes are in the table `images`.
 */
export type ImageReference = string;

/** An image as it is answered: its address, or its data URL. */
export type ImageText = string | LazyText;

const REFERENCE = /^data:[^,]*;base64,#([0-9a-f]{64})$/;
const ADDRESS = /^\/api\/images\/([0-9a-f]{64})$/;
/** The path of a picture that the app ships. It has no host, since the app may have several host names. */
export const SAMPLE_PHOTO = '/stock-photos/[0-9]{1,3}\\.webp';
const IS_SAMPLE_PHOTO = new RegExp(`^${SAMPLE_PHOTO}$`);
/** How sample photos were stored once; the change log still has them. */
const WITH_HOST = new RegExp(`^https?://[^/?#]+(?=${SAMPLE_PHOTO}$)`, 'i');

/** The hash of the bytes that a reference stands for, or null for an external URL. */
export function hashOf(reference: ImageReference): string | null {
  return REFERENCE.exec(reference)?.[1] ?? null;
}

/** The hash in an address of our own (`/api/images/{sha256}`), or null. */
export function hashInAddress(image: string): string | null {
  return ADDRESS.exec(image)?.[1] ?? null;
}

export function isSamplePhoto(image: string): boolean {
  return IS_SAMPLE_PHOTO.test(image);
}

/** An image of the change log without the host that sample photos once had. */
export function withoutSampleHost(image: ImageReference): ImageReference {
  return image.replace(WITH_HOST, '');
}

/** The address of the bytes with this hash. */
export function addressOf(sha256: string): string {
  return `/api/images/${sha256}`;
}

/** The short address of a reference's bytes; an external URL stays as it is. */
export function toAddress(reference: ImageReference): string {
  const hash = hashOf(reference);
  return hash ? addressOf(hash) : reference;
}

/** Those of these hashes whose bytes are stored. */
export async function readStoredHashes(manager: EntityManager, hashes: string[]): Promise<Set<string>> {
  const rows = await manager.query<{ sha256: string }[]>('SELECT sha256 FROM images WHERE sha256 = ANY($1)', [hashes]);
  return new Set(rows.map(({ sha256 }) => sha256));
}
