import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';

const OPTIONS: ReaderOptions = { formats: ['EANUPC', 'Code128', 'Code39', 'QRCode'], maxNumberOfSymbols: 1 };

/** Loads ZXing from this site; its package would take it from another one. */
export async function loadZxingReader(): Promise<(video: HTMLVideoElement) => Promise<string | undefined>> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures');
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    Object.assign(canvas, { width: videoWidth, height: videoHeight });
    context.drawImage(video, 0, 0);
    const [found] = await readBarcodes(context.getImageData(0, 0, videoWidth, videoHeight), OPTIONS);
    return found?.text;
  };
}
