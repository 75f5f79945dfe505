import fc, { type Arbitrary } from 'fast-check';

/** Bytes that are no good HTTP message, or nearly one. */
export interface RawMessage {
  bytes: Buffer;
  /** Where the bytes are cut into pieces that are sent one after the other, from 0 to 1. */
  cuts: number[];
  /** Whether the sender goes silent and keeps the connection, rather than ending it. */
  lingers: boolean;
}

const JSON_BODY = '{"title":"Title","description":"Text"}';
const PATHS = [
  '/',
  '/api/problems',
  '/api/problems/1',
  '/api/problems/search?q=a',
  '/api/login',
  '/api/images/0',
  '/docs',
  '/docs-json',
  '/assets/x.js',
  '*',
  '',
  'http://elsewhere.example/api/user',
  '//elsewhere.example/',
  '/api/%zz',
  '/api/problems/%',
  '/api/problems/%ff%fe',
  '/%00',
  '/..%2f..%2fetc%2fpasswd',
  '/../../etc/passwd',
  '/api/problems/%E0%A4%A',
  '/api/../api/user',
  '/api//problems',
  '/api/problems?%',
  '/\\..\\',
  'http://1.2.3.999/api/customer-questions?limit=1',
  '/api/problems/\u00e9',
  `/${'a'.repeat(20_000)}`,
  `/api/problems?${'a=1&'.repeat(3000)}`,
  '/api/problems/1#x',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/%c0%ae%c0%ae/',
];
const LINES = [
  'GET / HTTP/1.1',
  'GET /',
  'GET',
  '',
  ' ',
  '\0',
  'GET / HTTP/9.9',
  'GET / HTTP/1.1 x',
  'get / http/1.1',
  'G\0T / HTTP/1.1',
  'CONNECT localhost:80 HTTP/1.1',
  'PRI * HTTP/2.0',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'SSH-2.0-x',
  'GET\t/\tHTTP/1.1',
  'GET  /  HTTP/1.1',
  `${'A'.repeat(5000)} / HTTP/1.1`,
  'GET / HTTP/1.0',
  'OPTIONS * HTTP/1.1',
  'TRACE / HTTP/1.1',
];
const HEADERS = [
  '',
  'Host',
  ': x',
  ' Host: x',
  'Host : x',
  'Host: a\r\nHost: b',
  'Host: \0',
  'X: \x01\x02',
  'X: é',
  'X: \xff\xfe',
  `X: ${'a'.repeat(20_000)}`,
  `${'X'.repeat(20_000)}: a`,
  'X: a\n Y: b',
  'X: a\rY: b',
  'Content-Length: -1',
  'Content-Length: x',
  'Content-Length: 5, 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 99999999999999999999',
  'Content-Length: 1e3',
  'Content-Length: +5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: x, chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Expect: x',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Connection: upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA',
  'Connection: close, keep-alive, x',
  'Cookie: sid=%',
  'Cookie: sid=%ff%fe; sid=\xff',
  `Cookie: ${'a=1; '.repeat(2000)}`,
  'Cookie: =;;==;\t',
  'Content-Type: \xff',
  'Content-Encoding: gzip',
  'Origin: \x80',
  'Range: bytes=-',
  'If-None-Match: "',
  'Trailer: X',
  'Accept-Encoding: \xff;q=2',
  'Idempotency-Key: \xff',
];
const FLOOD = Array.from({ length: 3000 }, (_, index) => `X-${index}: a`).join('\r\n');
const CHUNKS = [
  '5\r\nhello\r\n0\r\n\r\n',
  '5\r\nhel',
  'g\r\nhello\r\n',
  '-1\r\n\r\n',
  'ffffffffffffffff\r\nx',
  '5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n',
  '5\nhello\n0\n\n',
  '\r\n',
  `5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  '0\r\n\r\nGET /api/user HTTP/1.1\r\nHost: x\r\n\r\n',
  `1\r\na\r\n`.repeat(500) + '0\r\n\r\n',
  '0x5\r\nhello\r\n0\r\n\r\n',
];

const binary = (text: string): Buffer => Buffer.from(text, 'latin1');
const line = (lines: string[]): string => lines.join('\r\n');

/** Messages of every sort; a few bytes of each may be changed. */
export function rawMessage(cookie: string): Arbitrary<RawMessage> {
  const method = fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE');
  const path = fc.constantFrom(...PATHS);
  const common = ['Host: localhost', `Cookie: ${cookie}`];
  const body = [...common, 'Content-Type: application/json'];
  const shapes: Arbitrary<string>[] = [
    fc
      .tuple(fc.constantFrom(...LINES), fc.constantFrom(...HEADERS))
      .map(([start, header]) => line([start, ...common, header, '', ''])),
    fc
      .tuple(method, path, fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }))
      .map(([verb, target, headers]) => line([`${verb} ${target} HTTP/1.1`, ...common, ...headers, '', ''])),
    fc
      .tuple(method, fc.constantFrom(...CHUNKS))
      .map(([verb, chunks]) =>
        line([`${verb} /api/problems HTTP/1.1`, ...body, 'Transfer-Encoding: chunked', '', chunks]),
      ),
    fc
      .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: JSON_BODY.length }))
      .map(([length, sent]) =>
        line([`POST /api/problems HTTP/1.1`, ...body, `Content-Length: ${length}`, '', JSON_BODY.slice(0, sent)]),
      ),
    fc
      .tuple(method, fc.constantFrom(...HEADERS))
      .map(([verb, header]) =>
        line([`${verb} /api/problems HTTP/1.1`, ...body, header, `Content-Length: ${JSON_BODY.length}`, '', JSON_BODY]),
      ),
    fc
      .array(fc.tuple(method, path), { minLength: 2, maxLength: 12 })
      .map((requests) =>
        requests
          .map(([verb, target]) => line([`${verb} ${target} HTTP/1.1`, ...common, 'Content-Length: 0', '', '']))
          .join(''),
      ),
    fc.tuple(method, path).map(([verb, target]) => line([`${verb} ${target} HTTP/1.1`, ...common, FLOOD, '', ''])),
    fc.string({ unit: 'binary', maxLength: 200 }),
  ];
  const mutation = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255));
  return fc
    .record({
      text: fc.oneof(...shapes),
      changes: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(mutation, { maxLength: 4 }) },
      ),
      end: fc.oneof(
        { weight: 4, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
      ),
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2 }),
      lingers: fc.nat(9).map((number) => number === 9),
    })
    .map(({ text, changes, end, cuts, lingers }) => {
      const bytes = binary(text);
      for (const [at, byte] of changes) bytes[Math.floor(at * bytes.length)] = byte;
      return { bytes: bytes.subarray(0, Math.ceil(bytes.length * end)), cuts: cuts.sort((a, b) => a - b), lingers };
    });
}
