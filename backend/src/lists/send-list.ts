import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { queueOf } from '../http/budgets/queued';
import { endSlowAnswer, untilClosed } from '../http/budgets/until-closed';
import { sendJson } from '../http/http-server';
import { jsonPieces } from '../http/body/large-json';
import { readCursor, writeCursor, type PlainListQuery } from './list-query.dto';
import { PARTIAL_HEADER } from '../api/operation';
import type { KeysetCursor, Page, ReadRows } from './page';

/** Rows read at once while a whole list is streamed. */
const BATCH = 2000;
/** Characters that are sent at once. */
const CHUNK_LENGTH = 65_536;

export interface SentList<Row> {
  rows: ReadRows<Row>;
  /** A row as it is answered; null leaves it out. */
  serialize: (row: Row) => object | null | Promise<object | null>;
  /** Whether the records carry data URLs. They do not shrink: compressing them would only cost time. */
  dataUrls?: boolean;
}

/**
 * Answers a list as one JSON array: all of it, record by record, so that memory does not grow with it, or with `limit` one
 * page and a `Link` header (RFC 8288) to the next.
 */
export function sendList<Row>(response: Response, query: PlainListQuery, list: SentList<Row>): Promise<void> {
  const { user, query: given } = response.req;
  const send = (): Promise<void> => (response.destroyed ? Promise.resolve() : sendRows(response, query, list));
  // A field of few letters has no index that finds it: it may read the whole table.
  const isSearch = Boolean(given.q || given.field);
  const queue = query.limit === undefined ? 'lists' : isSearch ? 'searches' : null;
  return queue ? queueOf(queue).run((user as { id: number }).id, send) : send();
}

async function sendRows<Row>(
  response: Response,
  { cursor, limit }: PlainListQuery,
  { rows, serialize, dataUrls = false }: SentList<Row>,
): Promise<void> {
  const first = await rows({ after: readCursor(cursor), limit: limit === undefined ? BATCH : limit + 1 });
  if (limit !== undefined && first.hasMore) {
    if (first.rows.length > limit) first.rows.length = limit;
    response.append('Link', `<${nextAddress(response.req, first.rows[first.rows.length - 1])}>; rel="next"`);
  }
  if (first.isPartial) response.setHeader(PARTIAL_HEADER.name, PARTIAL_HEADER.value);
  if (dataUrls) response.setHeader('Cache-Control', 'no-store, no-transform');
  response.type('application/json');
  if (response.req.method === 'HEAD') return void response.end();
  const isWhole = limit !== undefined || !first.hasMore;
  if (isWhole && !dataUrls) return sendJson(response, JSON.stringify(await serializeAll(first.rows, serialize)));
  if (limit === undefined) endSlowAnswer(response.req, response);
  const json = jsonArray(isWhole ? [first.rows] : allRows(first, rows), serialize, dataUrls);
  // An error before the first chunk is still answered as one.
  const { value: start = '' } = await json.next();
  await sendPieces(response, startingWith(start, json));
}

/** Sends texts as fast as the client takes them, until it goes away. */
export async function sendPieces(response: Response, pieces: AsyncGenerator<string>): Promise<void> {
  const read = Readable.from(pieces, { objectMode: true, highWaterMark: 1 });
  const sent = pipeline(read, response).catch(expectPremature);
  // Of a response that waits behind another one on its connection, the pipeline never hears that the connection has ended.
  await Promise.race([sent, untilClosed(response.req, response)]);
  // What is being read goes on until it has come.
  if (!read.closed) await new Promise((resolve) => read.once('close', resolve).destroy());
  expectPremature(read.errored);
}

function expectPremature(error: unknown): void {
  if (error && (error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

export async function* startingWith(first: string, rest: AsyncGenerator<string, void>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

function nextAddress(request: Request, last: KeysetCursor): string {
  // A request may name any host in its first line, also one that no URL has.
  const [, query] = /\?([^#]*)/.exec(request.originalUrl) ?? [];
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', writeCursor(last));
  return `${request.baseUrl}${request.path}?${parameters}`;
}

async function* allRows<Row>(first: Page<Row>, rows: ReadRows<Row>): AsyncGenerator<Row[]> {
  for (let page = first; ; page = await rows(nextPage(page.rows))) {
    yield page.rows;
    if (!page.hasMore) return;
  }
}

/** After some rows, so many more as are likely to be read: what is read in vain is still work for the database. */
export function nextPage(rows: KeysetCursor[]): Parameters<ReadRows<object>>[0] {
  return { after: rows[rows.length - 1], limit: Math.min(BATCH, 4 * rows.length) };
}

async function serializeAll<Row>(rows: Row[], serialize: SentList<Row>['serialize']): Promise<object[]> {
  const records: object[] = [];
  for (const row of rows) {
    const serialized = serialize(row);
    // To wait for each of a thousand rows costs as much as to serialize it.
    const record = serialized instanceof Promise ? await serialized : serialized;
    if (record) records.push(record);
  }
  return records;
}

/** In chunks: one for each record would cost more than the record. Images are cut, so that other requests get their turns. */
async function* jsonArray<Row>(
  batches: AsyncIterable<Row[]> | Row[][],
  serialize: SentList<Row>['serialize'],
  dataUrls: boolean,
): AsyncGenerator<string, void> {
  let chunk = '[';
  let separator = '';
  for await (const batch of batches) {
    for (const row of batch) {
      const [record] = await serializeAll([row], serialize);
      if (!record) continue;
      chunk += separator;
      separator = ',';
      for await (const piece of dataUrls ? jsonPieces(record) : [JSON.stringify(record)]) {
        chunk += piece;
        if (chunk.length < CHUNK_LENGTH) continue;
        yield chunk;
        chunk = '';
      }
    }
  }
  yield `${chunk}]`;
}
