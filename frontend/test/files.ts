import { fireEvent } from '@testing-library/react';

/** A file that says it is a PNG, of some bytes. */
export function pngFile(name = 'photo.png', bytes = 10): File {
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' });
}

/** Chooses files in the file input of the screen, as the browser's own dialog would. */
export function choose(...files: File[]): void {
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('There is no file input');
  fireEvent.change(input, { target: { files } });
}
