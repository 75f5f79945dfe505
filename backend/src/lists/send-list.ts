import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sendJson } from '../http/send-json';
import { inTurns, jsonPieces } from '../http/large-json';
import { readCursor, writeCursor, type PlainListQuery } from './list-query.dto';
import type { Place, ReadRows } from './read-rows';

/** Rows fetched at once while a whole list is streamed. */
const BATCH = 2000;
/** Records made into JSON at once. */
const AT_ONCE = 100;
/** Characters sent at once of a list that is long, and of one that is not. */
const CHUNK = 65_536;
const SHORT = 262_144;

export interface SentList<Row> {
  rows: ReadRows<Row>;
  /** A row as it is answered; null leaves it out. */
  serialize: (row: Row) => object | null | Promise<object | null>;
  /** Whether the records carry data URLs. They do not shrink: compressing them would only cost time. */
  dataUrls?: boolean;
}

/**
 * Answers a list as one JSON array, one record after the other, so that memory does not grow with it:
 * all of it, or with `limit` one page and a `Link` header (RFC 8288) to the next.
 */
export async function sendList<Row>(
  http: { request: Request; response: Response },
  query: PlainListQuery,
  list: SentList<Row>,
): Promise<void> {
  const { request, response } = http;
  const first = await list.rows({
    after: readCursor(query.cursor),
    limit: query.limit === undefined ? BATCH : query.limit + 1,
  });
  if (query.limit !== undefined && first.length > query.limit) {
    first.length = query.limit;
    response.append('Link', `<${nextAddress(request, first[first.length - 1])}>; rel="next"`);
  }
  if (list.dataUrls) response.setHeader('Cache-Control', 'no-store, no-transform');
  response.type('application/json');
  if (request.method === 'HEAD') return void response.end();
  if (query.limit !== undefined && !list.dataUrls) {
    return sendJson(response, await toJson(first, list.serialize));
  }
  const rows = query.limit === undefined ? allRows(first, list.rows) : [first];
  // The first byte of a long list is not to wait for more than it takes.
  const isLong = list.dataUrls || first.length === BATCH;
  const pieces = jsonArray(rows, list, isLong ? CHUNK : SHORT);
  // What fails before the first piece is there is still answered.
  const start = await pieces.next();
  if (isLong) return sendPieces(response, joined([start.value ?? ''], pieces));
  const more = await pieces.next();
  // What is one piece goes out in one write.
  if (more.done) return sendJson(response, start.value ?? '[]');
  await sendPieces(response, joined([start.value ?? '', more.value], pieces));
}

async function* joined(read: string[], rest: AsyncGenerator<string, void>): AsyncGenerator<string> {
  yield* read;
  yield* rest;
}

/** Sends texts one after the other, as fast as they are taken; whoever goes away meanwhile is let go. */
export async function sendPieces(response: Response, pieces: AsyncGenerator<string>): Promise<void> {
  await pipeline(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }), response).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function nextAddress(request: Request, last: Place): string {
  const address = new URL(request.originalUrl, 'http://localhost');
  address.searchParams.set('cursor', writeCursor(last));
  return address.pathname + address.search;
}

async function* allRows<Row>(first: (Row & Place)[], rows: ReadRows<Row>): AsyncGenerator<Row[]> {
  for (let batch = first; batch.length > 0;) {
    yield batch;
    if (batch.length < BATCH) return;
    batch = await rows({ after: batch[batch.length - 1], limit: BATCH });
  }
}

/** In chunks of about so many characters: a chunk a record would spend more on the socket than on the record. */
async function* jsonArray<Row>(
  batches: AsyncIterable<Row[]> | Iterable<Row[]>,
  list: SentList<Row>,
  most: number,
): AsyncGenerator<string, void> {
  const pieces = list.dataUrls ? recordByRecord : manyRecords;
  let chunk = '[';
  let separator = '';
  for await (const batch of batches) {
    for await (const piece of pieces(batch, list.serialize)) {
      chunk += piece === NEXT ? separator : piece;
      separator = ',';
      if (chunk.length < most) continue;
      yield chunk;
      chunk = '';
    }
  }
  yield `${chunk}]`;
}

/** Stands where another record begins. */
const NEXT = '';

type Serialize<Row> = SentList<Row>['serialize'];

async function* recordByRecord<Row>(rows: Row[], serialize: Serialize<Row>): AsyncGenerator<string> {
  for (const row of rows) {
    const record = await serialize(row);
    if (record === null) continue;
    yield NEXT;
    yield* inTurns(jsonPieces(record));
  }
}

async function* manyRecords<Row>(rows: Row[], serialize: Serialize<Row>): AsyncGenerator<string> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const json = await toJson(rows.slice(start, start + AT_ONCE), serialize);
    if (json.length === 2) continue;
    yield NEXT;
    yield json.slice(1, -1);
  }
}

async function toJson<Row>(rows: Row[], serialize: Serialize<Row>): Promise<string> {
  const records: (object | null)[] = [];
  for (const row of rows) {
    const record = serialize(row);
    // To wait for what is there already would cost more than to make it.
    records.push(record instanceof Promise ? ((await record) as object | null) : record);
  }
  return JSON.stringify(records.filter((record) => record !== null));
}
