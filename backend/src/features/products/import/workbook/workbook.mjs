/**
 * A process that reads one workbook (.xlsx) from its standard input and writes its first sheet as CSV; `workbook-process.ts`
 * starts it. Only a process can be ended during it. It is JavaScript, so that tests run the same file as the build.
 */
import process from 'node:process';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';

// Ctrl-C and systemd send them to the whole group, while the app still finishes its requests. It ends with the app.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// Only now, since loading it takes a while.
const { default: readWorkbook } = await import('read-excel-file/node');

/** The memory and the processor time that a workbook may take unpacked, and the CSV that may come of it. */
const [maxMemoryBytes, maxCpuMs, maxCsvBytes] = process.argv.slice(2).map(Number);
const CHUNK_LENGTH = 65_536;
const DIGITS = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 });

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const file = [];
for await (const chunk of process.stdin) file.push(chunk);
const watch = new Worker(new URL('workbook-watch.mjs', import.meta.url), { workerData: { maxMemoryBytes, maxCpuMs } });
// Where bytes follow the end of the archive, reading never settles. Unless these keep it running, Node exits then.
watch.unref();
process.channel.unref();
// The library parses a sheet in pieces, and halves their size while one takes more than 7 ms: on a slow machine down to
// nothing, and a sheet of 200,000 rows fails after a minute. With a clock that stands still, the pieces only grow.
Date.now = () => 0;
const options = { sheets: [1], trim: false, parseNumber: numberOf };
const [{ sheet, data: rows }] = await readWorkbook(Readable.from(file), options).catch(() => end('broken'));
await watch.terminate();
file.length = 0;

/** The CSV is ready before it is taken, so that the rows hold no memory while the others wait. */
const csv = [];
let size = 0;
let chunk = '';
for (let index = 0; index < rows.length; index++) {
  chunk += `${rows[index].map(cell).join()}\r\n`;
  rows[index] = null;
  if (chunk.length > CHUNK_LENGTH) await keep();
}
await keep();
// By its size, the app knows whether all of it has come. A name may be of any length.
await send({ size, sheet: sheet.slice(0, 200) });
for (const bytes of csv) process.stdout.write(bytes);
process.stdout.end(() => process.exit());

async function keep() {
  const bytes = Buffer.from(chunk);
  size += bytes.length;
  if (size > maxCsvBytes) await end('large');
  csv.push(bytes);
  chunk = '';
}

function cell(value) {
  if (value === null) return '';
  const text = value instanceof Date ? dateOf(value) : typeof value === 'string' ? value : String(value);
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** In plain digits, however the file has it (8.720602828605E12), and with the 15 digits that spreadsheets show. */
function numberOf(text) {
  if (/^-?\d+$/.test(text)) return text;
  const number = Number(Number(text).toPrecision(15));
  const short = String(number);
  return short.includes('e') ? DIGITS.format(number) : short;
}

/** In ISO 8601, without the time at midnight, and without the day before 1900, where spreadsheets have plain times. */
function dateOf(date) {
  if (Number.isNaN(date.getTime())) return '';
  const [day, time] = date.toISOString().split(/T|\.000Z$|Z$/);
  if (day.startsWith('1899-12')) return time;
  return time === '00:00:00' ? day : `${day}T${time}`;
}

function send(message) {
  return new Promise((sent) => process.send(message, sent));
}

async function end(problem) {
  await send(problem);
  process.kill(process.pid, 'SIGKILL');
}
