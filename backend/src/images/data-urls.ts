import type { Repository } from 'typeorm';
import { LazyText } from '../http/body/large-json';
import type { ImageData } from './image-data';
import { hashOf, type ImageReference, type ImageText } from './image-reference';
import type { Image } from './image.entity';

/** Images of at most so many bytes are read with their record, larger ones in parts while they are sent. */
const SMALL_BYTES = 48 * 1024;
/** Whole groups of three bytes: the parts are one base64 text. */
const PART_BYTES = 192 * 1024;
const TEXTS = `
  SELECT sha256, octet_length(bytes) AS size,
    CASE WHEN octet_length(bytes) <= $2 THEN replace(encode(bytes, 'base64'), E'\\n', '') END AS base64
  FROM images WHERE sha256 = ANY($1)`;
const PART = `
  SELECT replace(encode(substring(bytes FROM $2 FOR $3), 'base64'), E'\\n', '') AS base64 FROM images WHERE sha256 = $1`;

interface StoredText {
  sha256: string;
  size: number;
  base64: string | null;
}

/** Images as data URLs; null where one of them is not stored any longer. `uploads` are not stored: a dry run has them. */
export async function readDataUrls(
  images: Repository<Image>,
  references: ImageReference[],
  uploads: ImageData[] = [],
): Promise<ImageText[] | null> {
  const tried = new Map(uploads.map(({ sha256, prefix, bytes }) => [sha256, prefix + bytes.toString('base64')]));
  const stored = references.map(hashOf).filter((sha256) => sha256 !== null && !tried.has(sha256));
  const rows = stored.length > 0 ? await images.query<StoredText[]>(TEXTS, [stored, SMALL_BYTES]) : [];
  const texts = new Map(rows.map((row) => [row.sha256, row]));
  if (!stored.every((sha256) => texts.has(sha256 as string))) return null;
  return references.map((reference) => {
    const sha256 = hashOf(reference);
    if (!sha256) return reference;
    const { size, base64 } = texts.get(sha256) ?? { size: 0, base64: '' };
    const prefix = reference.slice(0, -`#${sha256}`.length);
    return tried.get(sha256) ?? (base64 !== null ? prefix + base64 : lazyText(images, prefix, sha256, size));
  });
}

function lazyText(images: Repository<Image>, prefix: string, sha256: string, size: number): LazyText {
  return new LazyText(async function* () {
    yield prefix;
    for (let from = 0; from < size; from += PART_BYTES) {
      const [part] = await images.query<{ base64: string }[]>(PART, [sha256, from + 1, PART_BYTES]);
      if (!part) throw new Error('The image is gone');
      yield part.base64;
    }
  });
}
