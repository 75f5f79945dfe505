import { shrinkImage } from './shrink-image';

/** Bytes of the largest picture that is stored. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** A larger file is refused at once: a phone has no memory to make it smaller. */
const MAX_READ_BYTES = 60 * 1024 * 1024;

/** The kinds that the server keeps, by extension; SVG is not among them, since it can carry script. */
const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};
/** Of files for which the browser knows no type. */
const OTHER_IMAGE = /^(svgz?|bmp|ico|tiff?|hei[cf]|jxl|jp2|psd|dng|cr[23]|nef|arw)$/;
const TOO_LARGE = 'Image size should be less than 5MB';

/** A file that cannot be used, and why. */
export interface BadFile {
  name: string;
  message: string;
}

/** A picture as a data URL, or why its file cannot be used. */
type ImageRead = { image: string; fault?: undefined } | { image?: undefined; fault: string };

/** Reads a picture file, a large one made smaller. */
export async function readImageFile(file: File): Promise<ImageRead> {
  return readUsable(withType(file)).catch(() => ({ fault: 'Failed to process image' }));
}

async function readUsable(file: File): Promise<ImageRead> {
  const fault = faultOf(file);
  if (fault) return { fault };
  const image = await shrinkImage(file);
  return image.size > MAX_IMAGE_BYTES ? { fault: TOO_LARGE } : { image: await dataUrlOf(image) };
}

function withType(file: File): File {
  const type = TYPES[extensionOf(file)];
  return file.type || !type ? file : new File([file], file.name, { type });
}

function faultOf(file: File): string | undefined {
  if (Object.values(TYPES).includes(file.type)) return file.size > MAX_READ_BYTES ? TOO_LARGE : undefined;
  const extension = extensionOf(file);
  if (!file.type && OTHER_IMAGE.test(extension)) return otherKind(extension);
  const [, subtype] = /^image\/(.*)$/.exec(file.type) ?? [];
  return subtype ? otherKind(subtype) : 'Please upload an image file';
}

/** The server says it in the same words. */
function otherKind(subtype: string): string {
  const [, name] = /^(?:x-)?([a-z0-9]{2,8})(?:\+xml)?$/.exec(subtype) ?? [];
  const kind = name?.toUpperCase().replace('SVGZ', 'SVG').replace(/^TIF$/, 'TIFF') ?? 'This kind of image';
  return `${kind} is not supported: save it as ${kind === 'SVG' ? 'PNG' : 'JPEG'}`;
}

function extensionOf({ name }: File): string {
  return name.includes('.') ? (name.split('.').at(-1)?.toLowerCase() ?? '') : '';
}

function dataUrlOf(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(image);
  });
}

const SAMPLE_PHOTO = /^\/stock-photos\//;

/** The images that a person chose: the sample photo is there so that a product can be saved without one. */
export function withoutSample(images: string[]): string[] {
  return images.filter((image) => !SAMPLE_PHOTO.test(image));
}

/** Whether this is the address of a picture on the web that the server would keep. */
export function isImageAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
