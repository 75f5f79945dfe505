import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endWith } from './end-with';

const texts = [
  '',
  '[]',
  '{"name":"Grüße"}',
  '{"name":"naïve café"}',
  '{"name":"🛞 шина"}',
  `[${'"disc",'.repeat(50_000)}"end"]`,
  `["${'disc '.repeat(50_000)}ß"]`,
];
const server = createServer((request, response) => endWith(response, texts[Number(request.url?.slice(1))]));

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

test.each(texts.map((text, index) => [text.slice(0, 20), index]))('%j arrives as it was', async (_start, index) => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${index}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.equals(Buffer.from(texts[index]))).toBe(true);
  expect(answer.headers.get('Content-Length')).toBe(String(bytes.length));
});
