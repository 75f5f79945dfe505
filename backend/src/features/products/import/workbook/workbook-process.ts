import { PayloadTooLargeException, ServiceUnavailableException } from '@nestjs/common';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_BYTES, TOO_LARGE } from '../csv-file';

const MIB = 1024 * 1024;
const CUT_SHORT = 'The workbook could not be read to its end. Please try again';

/** What a workbook may take: its own bytes, the memory of the process and of its JavaScript, the CSV, and the time, of the processor and in all. */
export const WORKBOOK_LIMITS = {
  bytes: MAX_BYTES,
  memoryMib: 1024,
  heapMib: 768,
  csvBytes: MAX_BYTES,
  cpuMs: 20_000,
  timeMs: 60_000,
};

/** The exit code of Node for a top-level `await` that never settles. */
const UNSETTLED_AWAIT = 13;

/** How reading ended. */
type Outcome = 'read' | 'broken' | 'large';
/** What the process says of it: the size of the CSV and the name of the sheet where it has been read. */
type Message = { size: number; sheet: string } | Exclude<Outcome, 'read'>;

/** Runs `workbook.mjs` for one workbook. It is killed where the workbook takes too much. */
export class WorkbookProcess {
  private readonly child: ChildProcess;
  /** The size of the CSV, once it is ready. */
  private csvBytes = 0;
  /** The name of its sheet, from then on. */
  sheet = '';

  constructor(private readonly limits = WORKBOOK_LIMITS) {
    const { memoryMib, heapMib, cpuMs, csvBytes } = limits;
    // It gets no environment: what reads hostile files need not know any secret. What V8 says of a full heap is no log.
    this.child = fork(join(__dirname, 'workbook.mjs'), [memoryMib * MIB, cpuMs, csvBytes].map(String), {
      env: {},
      execArgv: [`--max-old-space-size=${heapMib}`],
      stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    });
    this.child.on('error', () => undefined);
  }

  /** The first sheet, once it has been read; 503 where the process ends before all of it has come. */
  async *csv(): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of this.child.stdout as Readable) {
      size += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    // The out-of-memory killer may end it. Its output then ends as usual.
    if (size < this.csvBytes) throw new ServiceUnavailableException(CUT_SHORT);
  }

  /** Takes the bytes of the workbook; 413 where they are too many, 503 where the process has not started or has ended. */
  async write(bytes: AsyncIterable<Buffer>): Promise<void> {
    const { stdin } = this.child;
    if (!stdin) throw new ServiceUnavailableException(CUT_SHORT);
    await pipeline(this.limit(bytes), stdin, { end: false }).catch((error: unknown) => {
      // Killed for its memory: the pipe breaks before the end is told.
      if (['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String((error as { code?: string }).code)))
        throw new ServiceUnavailableException(CUT_SHORT);
      throw error;
    });
  }

  /** Reads the workbook that has been written; 503 where the process has ended since, which it would not tell again. */
  async read(): Promise<Outcome> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) throw new ServiceUnavailableException(CUT_SHORT);
    const deadline = setTimeout(() => this.stop(), this.limits.timeMs);
    const done = new AbortController();
    const message = once(this.child, 'message', done).then(([outcome]) => this.outcomeOf(outcome as Message));
    const end = once(this.child, 'exit', done).then(([code, signal]) => {
      // V8 ends it by a signal where its heap is full; so do its own limits, and the deadline.
      if (signal) return 'large' as const;
      if (code === UNSETTLED_AWAIT) return 'broken' as const;
      throw new Error(`The process that reads workbooks ended with ${code}`);
    });
    try {
      this.child.stdin?.end();
      return await Promise.race([message, end]);
    } finally {
      clearTimeout(deadline);
      done.abort();
    }
  }

  stop(): void {
    // One that could not be started has no number.
    if (this.child.pid !== undefined) this.child.kill('SIGKILL');
  }

  private outcomeOf(message: Message): Outcome {
    if (typeof message === 'string') return message;
    this.csvBytes = message.size;
    this.sheet = message.sheet;
    return 'read';
  }

  private async *limit(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > this.limits.bytes) throw new PayloadTooLargeException(TOO_LARGE);
      yield chunk;
    }
  }
}
