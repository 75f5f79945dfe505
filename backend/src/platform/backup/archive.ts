import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import { columnList, qualified, type SequenceValue } from './tables';

/** What an archive holds; its last line. */
export interface Manifest {
  format: 1;
  /** ISO 8601. */
  takenAt: string;
  /** The version of PostgreSQL it was taken from. */
  server: string;
  migrations: string[];
  tables: ArchivedTable[];
  sequences: SequenceValue[];
  leftOut: string[];
}

/** One table in an archive; the hash is that of its rows as COPY writes them. */
export interface ArchivedTable {
  name: string;
  columns: string[];
  rows: number;
  sha256: string;
}

/** What is written: a table with its rows, or at the end the manifest. */
export type Part = { name: string; columns: string[]; rows: AsyncIterable<Buffer> } | { manifest: Manifest };

const TITLE = '-- Ecom CRM Platform, backup, format 1';
const END = Buffer.from('\\.\n');
const END_AFTER_ROW = Buffer.from('\n\\.\n');
const CHUNK_BYTES = 256 * 1024;
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** The statement above a table's rows: text that psql would understand, too. */
export function copyInStatement(name: string, columns: string[]): string {
  return `COPY ${qualified(name)} (${columnList(columns)}) FROM STDIN`;
}

/**
 * The end of every file: a gzip member of its own that holds the hash of all bytes before it. Its own bytes are known
 * beforehand, so not one of a whole file can change unseen (the system's number in its header is fixed to "unknown").
 */
function seal(sha256: string): Buffer {
  const member = gzipSync(`-- ${sha256}\n`, { level: 0 });
  member[9] = 255;
  return member;
}
const SEAL_LENGTH = seal('0'.repeat(64)).length;

/** Writes an archive to a new file that only its owner may read, down to the disk. */
export async function writeArchive(path: string, parts: AsyncIterable<Part>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    await pipeline(
      text(parts),
      createGzip({ level: 1, chunkSize: CHUNK_BYTES }),
      hashing(hash),
      (compressed: AsyncIterable<Buffer>) => file.writeFile(compressed),
    );
    await file.writeFile(seal(hash.digest('hex')));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function* text(parts: AsyncIterable<Part>): AsyncGenerator<Buffer | string> {
  yield `${TITLE}\n`;
  for await (const part of parts) {
    if ('manifest' in part) {
      yield `-- ${JSON.stringify(part.manifest)}\n`;
      continue;
    }
    yield `${copyInStatement(part.name, part.columns)};\n`;
    yield* part.rows;
    yield END;
  }
}

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/**
 * Reads an archive to its end and hands every table to `use`, which must read all rows. Throws where anything is not as it
 * was written: the seal over the file, the hash and the count of each table.
 */
export async function readArchive(
  path: string,
  use: (statement: string, rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Manifest> {
  const size = (await stat(path)).size - SEAL_LENGTH;
  if (size <= 0) throw new Error('it is too short');
  const hash = createHash('sha256');
  const content = createGunzip({ chunkSize: CHUNK_BYTES });
  let manifest: Manifest | undefined;
  await pipeline(
    createReadStream(path, { end: size - 1, highWaterMark: CHUNK_BYTES }),
    hashing(hash),
    content,
    async (source: AsyncIterable<Buffer>) => {
      manifest = await readContent(new Lines(source), use);
    },
  );
  if (!(await readEnd(path, size)).equals(seal(hash.digest('hex'))))
    throw new Error('its bytes have changed since it was written');
  return manifest as Manifest;
}

async function readEnd(path: string, from: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const end = Buffer.alloc(SEAL_LENGTH + 1);
    const { bytesRead } = await file.read(end, 0, end.length, from);
    return end.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readContent(
  lines: Lines,
  use: (statement: string, rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Manifest> {
  if ((await lines.next()) !== TITLE) throw new Error('it is not a backup of this app, or of a newer version of it');
  const found: { statement: string; rows: number; sha256: string }[] = [];
  for (;;) {
    const line = await lines.next();
    if (line.startsWith('-- ')) {
      const manifest = JSON.parse(line.slice(3)) as Manifest;
      const said = manifest.tables.map(({ name, columns, rows, sha256 }) => ({
        statement: copyInStatement(name, columns),
        rows,
        sha256,
      }));
      if (JSON.stringify(said) !== JSON.stringify(found) || !(await lines.isAtEnd()))
        throw new Error('its tables are not those it was written with');
      return manifest;
    }
    const statement = line.slice(0, -1);
    const counted = new CountedRows(lines.rows());
    await use(statement, counted);
    found.push({ statement, rows: counted.rows, sha256: counted.hash.digest('hex') });
  }
}

/** Rows on their way through, counted and hashed. */
export class CountedRows implements AsyncIterable<Buffer> {
  rows = 0;
  bytes = 0;
  readonly hash = createHash('sha256');

  constructor(private readonly source: AsyncIterable<Buffer>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const block of this.source) {
      this.hash.update(block);
      this.bytes += block.length;
      for (let at = block.indexOf(10); at >= 0; at = block.indexOf(10, at + 1)) this.rows++;
      yield block;
    }
  }
}

/** The text of an archive: lines, and between them the rows of a table, which may be as long as they like. */
class Lines {
  private readonly source: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  async next(): Promise<string> {
    for (;;) {
      const end = this.held.indexOf(10);
      if (end >= 0) return this.take(end + 1).toString('utf8', 0, end);
      if (this.held.length > MAX_LINE_BYTES) throw new Error('it is not a backup of this app');
      await this.more();
    }
  }

  /** Blocks up to the line that ends a table. Every row has its line break, and no row can read like that line. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.held.length < END.length) await this.more();
    if (this.held.subarray(0, END.length).equals(END)) return void this.take(END.length);
    for (;;) {
      const end = this.held.indexOf(END_AFTER_ROW);
      if (end >= 0) {
        yield this.take(end + 1);
        this.take(END.length);
        return;
      }
      // The ending may have begun in what is held back.
      if (this.held.length >= END_AFTER_ROW.length) yield this.take(this.held.length - END.length);
      await this.more();
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.held.length === 0 && Boolean((await this.source.next()).done);
  }

  private take(length: number): Buffer {
    const taken = this.held.subarray(0, length);
    this.held = this.held.subarray(length);
    return taken;
  }

  private async more(): Promise<void> {
    const { value, done } = await this.source.next();
    if (done) throw new Error('its end is missing');
    this.held = Buffer.concat([this.held, value]);
  }
}
