import { connect } from 'node:net';

/** A connection to a server on this machine: as little of HTTP/1.1 as it takes, so that the one who measures takes little of the machine. */
export class Connection {
  #socket;
  #answer;

  constructor(port) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#answer?.reject(error));
    this.#socket.on('close', () =>
      this.#answer?.reject(new Error(`The server on port ${port} closed the connection.`)),
    );
  }

  /** Sends the text of a request (see `requestText`); one at a time. */
  send(text) {
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject, chunks: [], received: 0, tail: Buffer.alloc(0), sent: performance.now() };
      this.#socket.write(text);
    });
  }

  close() {
    this.#answer = undefined;
    this.#socket.destroy();
  }

  #take(chunk) {
    const answer = this.#answer;
    answer.firstByte ??= performance.now() - answer.sent;
    answer.chunks.push(chunk);
    answer.received += chunk.length;
    if (!answer.head && !readHead(answer)) return;
    answer.tail = Buffer.concat([answer.tail, chunk.subarray(-7)]).subarray(-7);
    if (
      answer.length === undefined
        ? !answer.tail.equals(LAST_CHUNK)
        : answer.received < answer.head.length + 4 + answer.length
    )
      return;
    this.#answer = undefined;
    answer.resolve(new Answer(answer));
  }
}

/** Where a body comes in chunks: JSON holds no line break of its own, so this is its end alone. */
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

function readHead(answer) {
  const bytes = Buffer.concat(answer.chunks);
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  answer.head = bytes.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.head)?.[1];
  answer.length = answer.head.slice(9, 12) === '204' ? 0 : length && Number(length);
  return true;
}

class Answer {
  constructor({ head, chunks, length, firstByte }) {
    this.head = head;
    this.chunks = chunks;
    this.length = length;
    this.firstByte = firstByte;
    this.status = Number(head.slice(9, 12));
  }

  header(name) {
    return new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(this.head)?.[1];
  }

  text() {
    const body = Buffer.concat(this.chunks).subarray(this.head.length + 4);
    return (this.length === undefined ? joined(body) : body).toString();
  }

  json() {
    return JSON.parse(this.text());
  }
}

function joined(body) {
  const parts = [];
  for (let at = 0; ;) {
    const line = body.indexOf('\r\n', at);
    const size = parseInt(body.toString('latin1', at, line), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/**
 * A request as it goes over the wire.
 * @param {{ method?: string, path: string, headers?: object, body?: unknown }} request
 */
export function requestText({ method = 'GET', path, headers = {}, body }) {
  const json = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(json && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }),
  };
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${json}`;
}
