import type { Response } from 'express';
import { sendPieces, startingWith } from './send-list';

/** The start of a file of CSV: without the mark Excel takes it for another encoding. */
export const CSV_START = '\ufeff';

/** Answers a file of CSV, a piece at a time; it is called by what it holds, and the day. */
export async function sendCsv(response: Response, name: string, pieces: AsyncGenerator<string>): Promise<void> {
  // Before the answer begins: an error can still be told.
  const first = await pieces.next();
  response.type('text/csv').attachment(`${name}-${new Date().toISOString().slice(0, 10)}.csv`);
  if (response.req.method === 'HEAD') return void response.end();
  await sendPieces(response, startingWith(first.value as string, pieces));
}
