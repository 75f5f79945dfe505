import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';
import type { CsvError, Parser } from 'csv-parse';
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { charactersOf } from '../../../api/text';
import { Turn } from '../../../http/budgets/turn';
import { unescapeCell } from '../../../lists/csv';

export const MAX_BYTES = 100 * 1024 * 1024;
export const TOO_LARGE = 'The file is too large: at most 100 MB can be read';
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What the body of an upload must be. */
export const PRODUCT_FILE_BODY = {
  type: ['text/csv', WORKBOOK_TYPE],
  isHeld: false,
  maxBytes: MAX_BYTES,
  wrongType: 'The body must be a plain CSV file (text/csv) or an Excel workbook (.xlsx)',
  tooLarge: TOO_LARGE,
};
/** Rows without the header, columns, and characters of one row. */
export const MAX_ROWS = 200_000;
export const MAX_COLUMNS = 500;
/** Characters of one header: an import and the profile of its columns keep all of them. */
const MAX_HEADER = 1000;
const MAX_ROW = 1024 * 1024;
/** Bytes that the parser reads at once. */
const PIECE_BYTES = 2048;
/** Long enough for the header of any real file. */
const HEAD = 64 * 1024;
const NOT_CSV = 'This is not a CSV file.';
/** How files that are often taken for a CSV file begin: pictures, PDF, archives. */
const OTHER_FILE = /^(\x89PNG|\xff\xd8|GIF8|RIFF|%PDF-|PK\x03\x04)/;

const UTF8_MARK = '\xef\xbb\xbf';
/** The control characters that a text has. */
const LINES_AND_TABS = [...Buffer.from('\t\r\n')];

/** What stands between cells, and how characters are written. */
export const SEPARATORS = [',', ';', '\t'] as const;
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Separator = (typeof SEPARATORS)[number];
export type Encoding = (typeof ENCODINGS)[number];

/** A row as it stands in the file; the header is row 1, as spreadsheets count. */
export interface FileRow {
  id: number;
  cells: string[];
}

/** A CSV file whose header has been read, and whose rows are still on their way. */
export interface CsvFile {
  headers: string[];
  separator: Separator;
  encoding: Encoding;
  rows: AsyncGenerator<FileRow>;
  /** Of its bytes, once all rows are read. */
  hash: Hash;
}

/** Reads a file as it comes: 400 for what is no CSV, 413 beyond 100 MB. */
export async function readCsv(bytes: AsyncIterable<Buffer>): Promise<CsvFile> {
  const hash = createHash('sha256');
  const limited = limit(bytes, hash);
  const start = await readStart(limited);
  if (start.length === 0) throw new BadRequestException('The file is empty');
  if (OTHER_FILE.test(start.toString('latin1', 0, 8))) throw new BadRequestException(NOT_CSV);
  const encoding = encodingOf(start);
  const decode = decoderOf(encoding);
  const { head, said } = withoutSeparatorLine(decode(start));
  const separator = said ?? separatorOf(head);
  const rows = parse(Readable.from(inPieces(limitLines(decodeAll(head, limited, decode)))), separator);
  const first = await rows.next();
  if (first.done) throw new BadRequestException('The file is empty');
  const headers = first.value.cells.map((cell) => unescapeCell(cell));
  if (headers.length > MAX_COLUMNS) throw new BadRequestException(`At most ${MAX_COLUMNS} columns can be read`);
  const tooLong = headers.findIndex((header) => charactersOf(header) > MAX_HEADER);
  if (tooLong >= 0)
    throw new BadRequestException(
      `The header of column ${tooLong + 1} is longer than ${MAX_HEADER} characters. Perhaps the first row has no headers`,
    );
  return { headers, separator, encoding, rows, hash };
}

async function* limit(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new PayloadTooLargeException(TOO_LARGE);
    hash.update(chunk);
    yield chunk;
  }
}

/** The beginning of the file, which tells how to read it. */
async function readStart(bytes: AsyncGenerator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < HEAD) {
    const { value, done } = await bytes.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return Buffer.concat(chunks);
}

function encodingOf(start: Buffer): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // Without a mark: the first characters of a header are Latin, so every other byte of UTF-16 is 0.
  if (start[1] === 0 && start[3] === 0) return 'utf-16le';
  if (start[0] === 0 && start[2] === 0) return 'utf-16be';
  if (start.toString('latin1', 0, 3) === UTF8_MARK || isStartOfUtf8(start)) return 'utf-8';
  if (start.some((byte) => byte < 0x20 && !LINES_AND_TABS.includes(byte))) throw new BadRequestException(NOT_CSV);
  // Excel saves “CSV” like this in Windows, in Western Europe and America.
  return 'windows-1252';
}

function isStartOfUtf8(start: Buffer): boolean {
  try {
    // Only where the file goes on, the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: start.length >= HEAD });
    return true;
  } catch {
    return false;
  }
}

type Decode = (chunk?: Buffer) => string;

/** Decodes piece by piece; without one, what is left at the end. */
function decoderOf(encoding: Encoding): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk) => {
    try {
      // Node 20 reads Windows-1252 as Latin-1 unless it is a stream.
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new BadRequestException(`Not all of the file is in ${encoding.toUpperCase()}: save it as “CSV UTF-8”`);
    }
  };
}

async function* decodeAll(head: string, bytes: AsyncIterable<Buffer>, decode: Decode): AsyncGenerator<string> {
  if (head) yield head;
  for await (const chunk of bytes) yield decode(chunk);
  const rest = decode();
  if (rest) yield rest;
}

/** Excel reads and hides a first line such as `sep=;`, which says what stands between cells. */
function withoutSeparatorLine(head: string): { head: string; said?: Separator } {
  const [line, separator] = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n)/i.exec(head) ?? [''];
  return { head: head.slice(line.length), said: SEPARATORS.find((one) => one === separator) };
}

/** The separator that the header has most of, outside of quotes; blank lines may stand before it. */
function separatorOf(head: string): Separator {
  const header =
    /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(head.replace(/^[ \r\n]+/, ''))?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? '';
  const counts = SEPARATORS.map((separator) => ({ separator, count: header.split(separator).length }));
  return counts.sort((a, b) => b.count - a.count)[0].separator;
}

/** Refuses a line longer than a row may be. The parser counts only the text of the cells, and holds millions of empty ones. */
async function* limitLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let line = 1;
  let length = 0;
  let before = '';
  for await (const text of texts) {
    // CR ends the piece before and LF begins this one: that is one line end.
    if (before.endsWith('\r') && text.startsWith('\n')) line--;
    before = text;
    for (const [index, { length: added }] of text.split(/\r\n|\n|\r/).entries()) {
      if (index > 0) line++;
      length = index > 0 ? added : length + added;
      if (length > MAX_ROW) throw new BadRequestException(rowTooLong(line));
    }
    yield text;
  }
}

/**
 * Small pieces, and others go on between them. The parser reads a piece at once, and makes an error with a copy of the row
 * for each row that is shorter than the header.
 */
async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const turn = new Turn();
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      if (turn.isOver) await turn.yield();
      yield bytes.subarray(start, start + PIECE_BYTES);
    }
  }
}

async function* parse(source: Readable, separator: string): AsyncGenerator<FileRow> {
  // Loaded with the first file, since a start need not wait for it.
  const { parse: parser, CsvError } = await import('csv-parse');
  const options = {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW,
    on_record: shorten,
  };
  const records = source.pipe(parser(options));
  source.once('error', (error) => records.destroy(error));
  try {
    yield* numbered(records);
  } catch (error) {
    throw error instanceof CsvError ? new BadRequestException(problemOf(error)) : error;
  } finally {
    source.destroy();
    records.destroy();
  }
}

async function* numbered(records: Parser): AsyncGenerator<FileRow> {
  let id = 0;
  const turn = new Turn();
  for await (const cells of records as AsyncIterable<string[]>) {
    id++;
    if (turn.isOver) await turn.yield();
    if (id > MAX_ROWS + 1)
      throw new BadRequestException(`The file is too long: at most ${MAX_ROWS} rows can be read at once`);
    if (cells.length === 0) continue;
    yield { id, cells };
  }
}

/** Nothing of an empty row. A row with too many cells keeps one of these, which tells that it has too many. */
function shorten(cells: string[]): string[] {
  return cells.every((cell) => cell === '') ? [] : cells.slice(0, MAX_COLUMNS + 1);
}

function problemOf({ code, ...context }: CsvError): string {
  const line = Number((context as { lines?: number }).lines);
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return `A quotation mark that is opened is never closed; the file ends in it, at line ${line}`;
  if (code === 'CSV_MAX_RECORD_SIZE') return rowTooLong(line);
  return `The file cannot be read as CSV, at line ${line}`;
}

function rowTooLong(line: number): string {
  return `The row at line ${line} is too long. Perhaps a quotation mark is never closed`;
}
