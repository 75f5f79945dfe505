import { useSyncExternalStore } from 'react';
import { sendImage } from './send-image';

/** How much of a picture is sent, from 0 to 1, or that it could not be sent; undefined where there is nothing to send. */
export type UploadProgress = number | 'failed' | undefined;

interface Upload {
  progress: UploadProgress;
  address: Promise<string>;
  startedAt: number;
}

const MAX_AT_ONCE = 2;
/** The server removes a picture that no record uses after a day. */
const REUSED_MS = 12 * 60 * 60 * 1000;
/** As data URLs they take memory; one that is forgotten is sent once more when its form is saved. */
const MAX_REMEMBERED = 24;

/** By data URL: a form and its draft hold pictures as such until they are saved. */
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();
const waiting: (() => void)[] = [];
let running = 0;

/** Uploads a picture, a data URL, and answers its address; one that is sent already, or on its way, is not sent again. */
export function uploadImage(image: string): Promise<string> {
  const known = uploads.get(image);
  if (known && known.progress !== 'failed' && Date.now() - known.startedAt < REUSED_MS) return known.address;
  const address = inTurn(() => sendImage(fileOf(image), (sent) => note(image, sent)));
  uploads.delete(image);
  uploads.set(image, { progress: 0, address, startedAt: Date.now() });
  note(image, 0);
  if (uploads.size > MAX_REMEMBERED) uploads.delete(uploads.keys().next().value ?? '');
  address.then(
    () => note(image, undefined),
    () => note(image, 'failed'),
  );
  return address;
}

/** Uploads a picture while the form is still being filled in; a failure shows at the picture. */
export function uploadEarly(image: string): void {
  uploadImage(image).catch(() => undefined);
}

/** How far the upload of an image of a form is. */
export function useUploadProgress(image: string): UploadProgress {
  return useSyncExternalStore(subscribe, () => uploads.get(image)?.progress);
}

/** Whether an image of a form is still to be uploaded. */
export function isUpload(image: string): boolean {
  return image.startsWith('data:');
}

function note(image: string, progress: UploadProgress): void {
  const upload = uploads.get(image);
  if (upload) upload.progress = progress;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await task();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function fileOf(image: string): Blob {
  const [, type, base64] = /^data:([^;,]+);base64,(.*)$/s.exec(image) ?? [];
  if (type === undefined || base64 === undefined) throw new Error('The image is no data URL');
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}
