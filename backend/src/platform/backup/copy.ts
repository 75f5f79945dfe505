import type { Client, Connection } from 'pg';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What pg has for COPY and does not declare. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const BLOCK_BYTES = 256 * 1024;

/** The answer of `COPY … TO STDOUT` in blocks of whole rows; reads no faster than it is read from. Returns the number of rows. */
export async function* copyOut(client: Client, statement: string): AsyncGenerator<Buffer, number> {
  const copy = client.query(new CopyOut(statement));
  yield* copy;
  return copy.rows;
}

/** Sends data to `COPY … FROM STDIN`, no faster than it is taken; resolves with the number of rows. */
export async function copyIn(client: Client, statement: string, data: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(new CopyIn(statement));
  await pipeline(data, copy);
  return copy.rows;
}

function rowsOf({ text }: { text: string }): number {
  return Number(text.split(' ')[1]);
}

class CopyOut extends Readable {
  rows = 0;
  private connection?: CopyConnection;
  private answered = false;
  private block = Buffer.allocUnsafe(BLOCK_BYTES);
  private filled = 0;

  constructor(private readonly statement: string) {
    super({ highWaterMark: 4 * BLOCK_BYTES });
  }

  submit(connection: Connection): void {
    this.connection = connection as CopyConnection;
    connection.query(this.statement);
  }

  override _read(): void {
    this.connection?.stream.resume();
  }

  /** The row is copied: pg writes the next ones over it. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.filled + chunk.length > BLOCK_BYTES) this.flush();
    if (chunk.length > BLOCK_BYTES) return this.pass(Buffer.from(chunk));
    this.filled += chunk.copy(this.block, this.filled);
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = rowsOf(message);
  }

  handleReadyForQuery(): void {
    this.answered = true;
    this.flush();
    this.push(null);
  }

  handleError(error: Error): void {
    this.answered = true;
    this.destroy(error);
  }

  /** A reader that stops midway ends the connection; otherwise the rest of the answer would still arrive. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.answered) this.connection?.stream.destroy();
    done(error);
  }

  private flush(): void {
    if (this.filled === 0) return;
    const full = this.block.subarray(0, this.filled);
    this.block = Buffer.allocUnsafe(BLOCK_BYTES);
    this.filled = 0;
    this.pass(full);
  }

  private pass(rows: Buffer): void {
    if (!this.destroyed && !this.push(rows)) this.connection?.stream.pause();
  }
}

class CopyIn extends Writable {
  rows = 0;
  private connection?: CopyConnection;
  private answered = false;
  private begin: () => void = () => undefined;
  private finish: () => void = () => undefined;

  constructor(private readonly statement: string) {
    super();
  }

  submit(connection: Connection): void {
    this.connection = connection as CopyConnection;
    connection.query(this.statement);
  }

  /** Nothing is written before PostgreSQL asks for it. */
  override _construct(ready: () => void): void {
    this.begin = ready;
  }

  handleCopyInResponse(): void {
    this.begin();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const { stream } = this.connection as CopyConnection;
    this.connection?.sendCopyFromChunk(chunk);
    if (stream.writableNeedDrain) stream.once('drain', done);
    else done();
  }

  override _final(done: () => void): void {
    this.finish = done;
    this.connection?.endCopyFrom();
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = rowsOf(message);
  }

  handleReadyForQuery(): void {
    this.answered = true;
    this.finish();
  }

  handleError(error: Error): void {
    this.answered = true;
    this.destroy(error);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.answered) this.connection?.sendCopyFail('the data ended early');
    done(error);
  }
}
