import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** What stands before several processes of the app. */
export interface Front {
  url: string;
  close(): Promise<void>;
}

/** Starts one before the processes at these addresses; each request goes to the next of them. */
export type StartFront = (urls: string[]) => Promise<Front>;

/** The fronts that `TEST_FRONT` can name. */
const fronts: Record<string, StartFront> = { node: startNodeFront };

/** The front that is wanted: our own without `TEST_FRONT`. */
export function startFront(urls: string[]): Promise<Front> {
  const name = process.env.TEST_FRONT ?? 'node';
  if (!(name in fronts)) throw new Error(`TEST_FRONT must be one of ${Object.keys(fronts).join(', ')}`);
  return fronts[name](urls);
}

/** Headers that are about one connection, not about the message. */
const OF_CONNECTION = /^(connection|keep-alive)$/i;

/** Hands on what comes as it comes, and adds nothing: to the app it looks as if there were no front. */
async function startNodeFront(urls: string[]): Promise<Front> {
  let turn = 0;
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 75_000 }, (request, response) => pass(request, response, new URL(urls[turn++ % urls.length])));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pass(request: IncomingMessage, response: ServerResponse, { hostname, port }: URL): void {
  const headers = without(OF_CONNECTION, request.rawHeaders);
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  // Of a POST that says nothing of a body Node would make one in pieces.
  if (length === undefined && encoding === undefined) headers.push('Content-Length', '0');
  const onward = send({ hostname, port, method: request.method, path: request.url, headers: headers as unknown as Record<string, string>, agent: false });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.statusMessage, without(OF_CONNECTION, answer.rawHeaders));
    response.flushHeaders();
    pipeline(answer, response, () => undefined);
  });
  // Whoever goes takes the other side along.
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

/** Headers as Node has them raw, name and value in turn, without some. */
function without(names: RegExp, raw: string[]): string[] {
  return raw.filter((_text, index) => !names.test(raw[index - (index % 2)]));
}
