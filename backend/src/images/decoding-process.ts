import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const MAX_IMAGE_PIXELS = 40_000_000;

/** The process ends itself after 3 s of CPU time. This is for one that cannot, or that gets no CPU. */
const MAX_TASK_MS = 10_000;
/** How long it waits for the next image before it is stopped, so that it holds no memory. */
const MAX_IDLE_MS = 60_000;

/** What the bytes of an image say. */
export interface ImageHeader {
  /** As sharp calls it, and `avif`. */
  format: string;
  width: number;
  height: number;
  /** Of its Exif: 1 to 8. */
  orientation?: number;
  /** Whether all of it can be decoded. */
  isWhole: boolean;
}

/** The image took too long, or crashed the process that decoded it. */
export class DecodingFailed extends Error {}

/** Runs `decode.mjs` for one image at a time. It starts with the first image and is killed where one takes too long. */
export class DecodingProcess {
  private child?: ChildProcess;
  private idle?: NodeJS.Timeout;

  /** Reads the header and decodes everything, once; null where the bytes are no image. */
  check(bytes: Buffer): Promise<ImageHeader | null> {
    return this.run({ task: 'check', bytes });
  }

  /** A WebP of `size` × `size` pixels at most; null where the bytes cannot be decoded. */
  makeThumbnail(bytes: Buffer, size: number): Promise<Buffer | null> {
    return this.run({ task: 'makeThumbnail', bytes, size });
  }

  stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private async run<T>(task: { task: string; bytes: Buffer; size?: number }): Promise<T | null> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const deadline = setTimeout(() => this.stop(), MAX_TASK_MS);
    const done = new AbortController();
    const result = once(child, 'message', done).then(([message]) => message as T | null);
    const end = once(child, 'exit', done).then(([code, signal]) => {
      throw signal ? new DecodingFailed() : new Error(`The process that decodes images ended with ${code}`);
    });
    try {
      // Without a file descriptor left, it has no channel. That, and a process that has ended, `end` says.
      if (child.connected) child.send({ ...task, maxPixels: MAX_IMAGE_PIXELS }, () => undefined);
      return await Promise.race([result, end]);
    } finally {
      clearTimeout(deadline);
      done.abort();
      this.idle = setTimeout(() => this.stop(), MAX_IDLE_MS).unref();
    }
  }

  private start(): ChildProcess {
    // Bytes are sent as they are. It gets no environment: what reads hostile images need not know any secret.
    const child = fork(join(__dirname, 'decode.mjs'), {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const forget = (): void => {
      if (this.child === child) this.child = undefined;
    };
    return child.on('exit', forget).on('error', forget);
  }
}
