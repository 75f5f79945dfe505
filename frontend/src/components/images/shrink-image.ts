/** Pixels of the long side of a photo that is stored: enough to see a scratch. */
const MAX_SIDE_PX = 2400;
/** Tried in this order, until a photo is small enough. The first is hardly seen. */
const QUALITIES = [0.85, 0.75, 0.65];
const ENOUGH_BYTES = 1_000_000;
/** Whether a picture moves is said in its first bytes. */
const HEAD_BYTES = 64 * 1024;

/**
 * A picture of at most 2,400 pixels on its long side, upright; the file itself where it is small enough, moves, or would
 * not become smaller. Fails where the bytes are no picture. The browser decodes and encodes off the main thread.
 */
export async function shrinkImage(file: Blob): Promise<Blob> {
  if (typeof createImageBitmap !== 'function') return file;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = MAX_SIDE_PX / Math.max(picture.width, picture.height);
    if (scale >= 1 || (await isAnimated(file))) return file;
    const smaller = await encode(draw(picture, scale), file.type);
    return smaller.size < file.size ? smaller : file;
  } finally {
    picture.close();
  }
}

function draw(picture: ImageBitmap, scale: number): OffscreenCanvas {
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

/** A JPEG stays one. Other kinds can be transparent: they become WebP, or PNG in a browser that cannot write WebP. */
async function encode(canvas: OffscreenCanvas, type: string): Promise<Blob> {
  const wanted = type === 'image/jpeg' ? type : 'image/webp';
  let encoded = await canvas.convertToBlob({ type: wanted, quality: QUALITIES[0] });
  for (const quality of QUALITIES.slice(1)) {
    if (encoded.size <= ENOUGH_BYTES) break;
    encoded = await canvas.convertToBlob({ type: wanted, quality });
  }
  return encoded;
}

async function isAnimated(file: Blob): Promise<boolean> {
  if (file.type === 'image/gif') return true;
  if (file.type === 'image/jpeg') return false;
  const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return /^RIFF.{4}WEBP.*ANIM|^.PNG.*acTL|^.{4}ftypavis/s.test(head);
}
