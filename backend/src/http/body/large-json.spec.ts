import { PreconditionFailedException, type ArgumentsHost } from '@nestjs/common';
import express from 'express';
import type { AddressInfo } from 'node:net';
import { ErrorsFilter } from '../errors.filter';
import { jsonPieces, LargeJson, LazyText } from './large-json';

const long = 'A'.repeat(700_000);

describe('jsonPieces', () => {
  it.each([
    ['nothing long', { name: 'Disc', images: [] }],
    [
      'images between other things',
      {
        name: 'Disc',
        images: [`data:image/png;base64,${long}`, 'https://shop.example/a.jpg', `${long}==`],
        extraFields: { a: 'b' },
      },
    ],
    ['a text that looks like a place', { name: '\\u00000', description: '"\\u00000"', images: [long] }],
    ['characters that JSON escapes', { images: [`"\\\n\0${long}\u2028é`, `${long}"`], 'a"b\'': '\u00000' }],
    [
      'characters of two halves between pieces',
      ['A'.repeat(262_143), 'A'.repeat(262_142)].map((text) => `${text}😀\ud800${long}`),
    ],
    ['half a character at the end of a piece, before a whole one', [`${'A'.repeat(262_143)}\ud800😀${long}`]],
    ['neither text nor number', [undefined, null, true, NaN, { a: undefined, b: [] }]],
    ['more than ten', { images: Array.from({ length: 12 }, (_, number) => `${number}${long}`) }],
  ])('are the same JSON with %s', async (_what, value) => {
    const pieces: string[] = [];
    for await (const piece of jsonPieces(value)) pieces.push(piece);
    expect(pieces.join('')).toBe(JSON.stringify(value));
    for (const piece of pieces) expect(piece.length).toBeLessThan(270_000);
  });
});

describe('LargeJson', () => {
  async function parse(text: string | Buffer, chunk = 65_536): Promise<unknown> {
    const body = new LargeJson();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += chunk) body.add(bytes.subarray(at, at + chunk));
    return body.parse().finally(() => body.end());
  }

  it('reads what JSON.parse reads, also several at once', async () => {
    const values = [
      { a: 'é\u2028"\\' },
      [1, null],
      {},
      { images: [long, '', `${long}=`], [long]: 1, deep: [{ text: long }] },
      { images: [`${long}é`.repeat(9)] },
    ];
    expect(await Promise.all(values.map((value) => parse(JSON.stringify(value))))).toEqual(values);
    expect(JSON.stringify(await parse(JSON.stringify(values[3]), 2 ** 21 + 1))).toBe(JSON.stringify(values[3]));
  });

  it.each(['1', `"${long}"`])('keeps names that every object has, with the value %.9s', async (value) => {
    const text = `{"__proto__":${value},"constructor":[${value}]}`;
    expect(JSON.stringify(await parse(text))).toBe(text);
  });

  it.each([
    ['half an object', '{"a":', 'The body is not valid JSON'],
    ['nothing', '', 'The body is not valid JSON'],
    ['a text', `"${long}"`, 'The body is not valid JSON'],
    ['null', 'null', 'The body is not valid JSON'],
    ['another encoding', Buffer.from('{"a":"\xe9"}', 'latin1'), 'The body must be in UTF-8'],
  ])('refuses %s', async (_what, text, message) => {
    await expect(parse(text)).rejects.toThrow(message);
  });
});

it('closes the connection when an image of an error answer cannot be read, and goes on serving', async () => {
  const app = express();
  app.get('/:images', (request, response) => {
    const image = new LazyText(async function* () {
      yield 'data:image/png;base64,';
      await Promise.resolve();
      if (request.params.images === 'gone') throw new Error('The image is gone');
    });
    const error = new PreconditionFailedException({ message: 'It was changed', current: { images: [image] } });
    const http = { getRequest: () => request, getResponse: () => response };
    new ErrorsFilter().catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  await expect(read('/gone')).rejects.toThrow();
  expect(await read('/there')).toMatchObject({ current: { images: ['data:image/png;base64,'] } });
  server.closeAllConnections();
  server.close();
});
