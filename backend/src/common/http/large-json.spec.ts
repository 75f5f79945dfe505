import { jsonPieces, parseAside } from './large-json';

const long = 'A'.repeat(700_000);

describe('jsonPieces', () => {
  it.each([
    ['nothing long', { name: 'Disc', images: [] }],
    ['images between other things', { name: 'Disc', images: [`data:image/png;base64,${long}`, 'https://shop.example/a.jpg', `${long}==`], extraFields: { a: 'b' } }],
    ['a text that looks like a place', { name: '\\u00000', description: '"\\u00000"', images: [long] }],
    ['more than ten', { images: Array.from({ length: 12 }, (_, number) => `${number}${long}`) }],
  ])('are the same JSON with %s', (_what, value) => {
    const pieces = [...jsonPieces(value)];
    expect(pieces.join('')).toBe(JSON.stringify(value));
    for (const piece of pieces) expect(piece.length).toBeLessThan(270_000);
  });
});

describe('parseAside', () => {
  const parse = (text: string): Promise<unknown> => parseAside(Buffer.from(Uint8Array.from(Buffer.from(text)).buffer));

  it('reads what JSON.parse reads, also several at once', async () => {
    const values = [{ a: 'é\u2028"\\' }, [1], 'text', { images: [long] }];
    expect(await Promise.all(values.map((value) => parse(JSON.stringify(value))))).toEqual(values);
  });

  it('keeps names that every object has', async () => {
    expect(Object.keys((await parse('{"__proto__":1,"constructor":2}')) as object)).toEqual(['__proto__', 'constructor']);
  });

  it('is undefined where it is none', async () => {
    expect(await parse('{"a":')).toBeUndefined();
  });
});
