import type { ServerResponse } from 'node:http';

/** Ends a response with JSON text. Express's `json` would also answer `If-None-Match` with 304, which only images do. */
export function sendJson(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
