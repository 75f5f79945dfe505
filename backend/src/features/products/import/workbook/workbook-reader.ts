import {
  BadRequestException,
  Injectable,
  PayloadTooLargeException,
  ServiceUnavailableException,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { queueOf } from '../../../../http/budgets/queued';
import { WorkbookProcess } from './workbook-process';

const BROKEN = 'The workbook cannot be read. Save it as .xlsx again, or save it as “CSV UTF-8”';
const TOO_LARGE = 'The workbook is too large to be unpacked. Save it as “CSV UTF-8”';
const OLD_WORKBOOK =
  'This is a workbook of the old format (.xls), or one with a password. Save it as .xlsx without a password';
const OPEN_DOCUMENT = 'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx, or as CSV in UTF-8';

/** How an archive begins; one without files, by its end. */
const ARCHIVE = /^PK(\x03\x04|\x05\x06)/;

/** Enough for the first entry of an OpenDocument file, which is its type. */
const START_BYTES = 100;

/** A file as it comes. When its request is `closed`, nobody waits for the answer any longer. */
export interface SentFile {
  bytes: AsyncIterable<Buffer>;
  closed: Promise<void>;
}

/** A file as CSV; `isWorkbook` says whether it came as a workbook. */
export interface OpenedFile {
  isWorkbook: boolean;
  /** The name of the sheet, once its CSV comes. */
  sheet?: string;
  csv: AsyncGenerator<Buffer>;
}

/** Makes CSV of workbooks. Any number may be sent at the same time; one at a time is unpacked. */
@Injectable()
export class WorkbookReader implements OnApplicationShutdown {
  private readonly processes = new Set<WorkbookProcess>();
  private isStopping = false;

  /** Comes when open requests have ended, or are cut. */
  onApplicationShutdown(): void {
    this.isStopping = true;
    for (const process of this.processes) process.stop();
  }

  /** The first sheet of a workbook as CSV, and any other file as it is: what a file is, its first bytes say. */
  async open({ bytes, closed }: SentFile, userId: number): Promise<OpenedFile> {
    const chunks = bytes[Symbol.asyncIterator]();
    const start = await readStart(chunks);
    if (start.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) throw new BadRequestException(OLD_WORKBOOK);
    const whole = join(start, chunks);
    if (!ARCHIVE.test(start.toString('latin1', 0, 4))) return { isWorkbook: false, csv: whole };
    if (start.includes('mimetypeapplication/vnd.oasis.opendocument')) throw new BadRequestException(OPEN_DOCUMENT);
    const sent = { bytes: whole, closed };
    const opened: OpenedFile = { isWorkbook: true, csv: this.unpack(sent, userId, (sheet) => (opened.sheet = sheet)) };
    return opened;
  }

  private async *unpack(
    { bytes, closed }: SentFile,
    userId: number,
    onRead: (sheet: string) => void,
  ): AsyncGenerator<Buffer> {
    if (this.isStopping) throw new ServiceUnavailableException('The app is stopping');
    const process = new WorkbookProcess();
    this.processes.add(process);
    void closed.then(() => process.stop());
    try {
      await process.write(bytes);
      const outcome = await queueOf('workbooks').run(userId, () => process.read());
      if (outcome === 'broken') throw new BadRequestException(BROKEN);
      if (outcome === 'large') throw new PayloadTooLargeException(TOO_LARGE);
      onRead(process.sheet);
      yield* process.csv();
    } finally {
      process.stop();
      this.processes.delete(process);
    }
  }
}

async function readStart(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < START_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* join(start: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}
