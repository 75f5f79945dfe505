/** Reads the first code on a picture of the camera; undefined where there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** What some browsers have that reads codes; the types of TypeScript do not know it yet. */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
  getSupportedFormats: () => Promise<string[]>;
}

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'qr_code'];

/** The reader of the browser, else one of our own, which is loaded only then. */
export async function loadCodeReader(): Promise<CodeReader> {
  return (await browserReader()) ?? (await import('./zxing-reader')).loadZxingReader();
}

async function browserReader(): Promise<CodeReader | undefined> {
  const { BarcodeDetector } = window as { BarcodeDetector?: BarcodeDetectorClass };
  // Without the services of its system, the reader is there and knows no format.
  const known = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  const formats = FORMATS.filter((format) => known.includes(format));
  if (!BarcodeDetector || !formats.includes('ean_13')) return undefined;
  const detector = new BarcodeDetector({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}
