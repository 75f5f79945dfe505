/** Cameras and programs write about ten scans. More than these only keep a decoder busy. */
const MAX_SCANS = 100;
const MAX_SEGMENTS = 10_000;

const SOF0 = 0xc0;
const RST0 = 0xd0;
const SOI = 0xd8;
const SOS = 0xda;
const FILL = 0xff;
export const EOI = 0xd9;

/** From its marker at `start` to `end`. The data of a scan lies between segments. */
export interface Segment {
  marker: number;
  start: number;
  end: number;
}

/** The segments of a JPEG, up to the end of the image. As decoders do, it skips bytes that are no marker. */
export function* jpegSegments(jpeg: Buffer): Generator<Segment> {
  for (let at = 2; at + 1 < jpeg.length; at++) {
    const marker = jpeg[at + 1];
    if (jpeg[at] !== 0xff || marker < SOF0 || marker === FILL || (marker >= RST0 && marker <= SOI)) continue;
    if (marker === EOI) return yield { marker, start: at, end: at + 2 };
    if (at + 4 > jpeg.length) return;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    yield { marker, start: at, end };
    at = end - 1;
  }
}

/** Whether it is a JPEG of so many parts that no camera or program has written it. */
export function hasTooManyScans(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return false;
  let scans = 0;
  let segments = 0;
  for (const { marker } of jpegSegments(bytes)) {
    if (marker === SOS) scans++;
    if (++segments > MAX_SEGMENTS || scans > MAX_SCANS) return true;
  }
  return false;
}
