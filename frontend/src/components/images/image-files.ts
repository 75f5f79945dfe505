/** Bytes of the largest picture that may be uploaded. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

// The kinds the server keeps; SVG is not among them, since it can carry script.
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** A file that cannot be used, and why. */
export interface BadFile {
  name: string;
  message: string;
}

/** Reads picture files as data URLs, in their order; unusable files are reported separately. */
export async function readImageFiles(files: File[]): Promise<{ images: string[]; bad: BadFile[] }> {
  const images: string[] = [];
  const bad: BadFile[] = [];
  for (const file of files) {
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

function faultOf(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return 'Please upload an image file';
  if (file.size > MAX_IMAGE_BYTES) return 'Image size should be less than 5MB';
  return undefined;
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
