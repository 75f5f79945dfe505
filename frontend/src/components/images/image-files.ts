/** Bytes of the largest picture that may be uploaded. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

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
const OTHER_IMAGE = /\.(svgz?|bmp|ico|tiff?|hei[cf]|jxl|jp2|psd|dng|cr[23]|nef|arw)$/i;
const NOT_KEPT = 'Images of this kind cannot be stored. Please upload a PNG, JPEG, GIF, WebP or AVIF file';

/** A file that cannot be used, and why. */
export interface BadFile {
  name: string;
  message: string;
}

/** Reads picture files as data URLs, in their order; unusable files are reported separately. */
export async function readImageFiles(files: File[]): Promise<{ images: string[]; bad: BadFile[] }> {
  const images: string[] = [];
  const bad: BadFile[] = [];
  for (const file of files.map(withType)) {
    const fault = faultOf(file);
    try {
      if (fault) bad.push({ name: file.name, message: fault });
      else images.push(await readImageFile(file));
    } catch {
      bad.push({ name: file.name, message: 'Failed to process image' });
    }
  }
  return { images, bad };
}

function withType(file: File): File {
  const type = TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  return file.type || !type ? file : new File([file], file.name, { type });
}

function faultOf({ type, name, size }: File): string | undefined {
  if (Object.values(TYPES).includes(type))
    return size > MAX_IMAGE_BYTES ? 'Image size should be less than 5MB' : undefined;
  const isOther = type ? type.startsWith('image/') : OTHER_IMAGE.test(name);
  return isOther ? NOT_KEPT : 'Please upload an image file';
}

async function readImageFile(file: File): Promise<string> {
  // A file that only calls itself a picture fails here, not after a long upload.
  if (typeof createImageBitmap === 'function') (await createImageBitmap(file)).close();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });
}

/** Whether this is the address of a picture on the web that the server would keep. */
export function isImageAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
