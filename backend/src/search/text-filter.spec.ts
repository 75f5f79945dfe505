import { readMatching } from './text-filter';

/** What the index is asked for, and what is compared with the rows that it finds. */
async function askedFor(...words: string[]): Promise<{ asked: unknown[]; compared: unknown[] }> {
  const [statement] = await new Promise<[string, unknown[]][]>((resolve) => {
    const statements: [string, unknown[]][] = [];
    const query = { columns: 'id', table: 'products', where: () => [], order: 'ORDER BY id', limit: 1 };
    const run = (text: string, values: unknown[]): Promise<object[]> => {
      statements.push([text, values]);
      return Promise.resolve([]);
    };
    void readMatching(words, query, run).then(() => resolve(statements.slice(-1)));
  });
  const [text, values] = statement;
  const among = (pattern: RegExp): unknown[] =>
    [...text.matchAll(pattern)].map(([, number]) => values[Number(number) - 1]);
  return {
    asked: among(/(?:LIKE like_pattern|@> .*?fold_text)\(\$(\d+)/g),
    compared: among(/position\(fold_text\(\$(\d+)/g),
  };
}

it.each([
  ['2101034111514', '34111514'],
  ['NO-SP-4813414SS', '813414SS'],
  ['PRE-1234567-A', '1234567'],
  ['X-2101034111514-%_', '34111514'],
  ['12345\\A-B-C', '12345'],
  ['ventilated', 'ntilated'],
  ['D-1234-D-123', '1234'],
])('asks the index for a part of %s, and compares all of it', async (word, part) => {
  expect(await askedFor(word)).toEqual({ asked: [part], compared: [word] });
});

it.each(['12345678', 'brake', 'P-145', 'AB-123-CD-45', 'żółć12345678'])(
  'asks the index for all of %s',
  async (word) => {
    expect(await askedFor(word)).toEqual({ asked: [word], compared: [] });
  },
);

it.each(['a', 'qz', 'ö', 'D-1', 'A-B-C'])('asks the index over pairs for %s, and compares it', async (word) => {
  expect(await askedFor(word)).toEqual({ asked: [word], compared: [word] });
});

it('only compares short words beside long ones', async () => {
  expect(await askedFor('brake', '28', 'golf')).toEqual({ asked: ['brake', 'golf'], compared: ['28'] });
});
