import { everyWordIndexed } from './word-conditions';

/** What the index is asked for, and what is compared with the rows that it finds. */
function askedFor(...words: string[]): { asked: unknown[]; compared: unknown[] } {
  const values: unknown[] = [];
  const conditions = everyWordIndexed(words, (value) => `$${values.push(value)}`);
  const among = (operator: string) =>
    conditions
      .filter((condition) => condition.includes(operator))
      .flatMap((condition) => [...condition.matchAll(/\$(\d+)/g)].map(([, number]) => values[Number(number) - 1]));
  return { asked: among(' LIKE '), compared: among('position(') };
}

it.each([
  ['2101034111514', ['411', '111', '115', '151', '514', '341']],
  ['NO-SP-4813414SS', ['481', '813', '134', '341', '414', '14S']],
  ['NO-SP-731595zn', ['731', '315', '159', '595', '95z', '5zn']],
  ['PRE-1234567-A', ['123', '234', '345', '456', '567']],
  ['X-2101034111514-%_', ['341', '411', '111', '115', '151', '514']],
  ['code-4711-04711', ['047', '471', '711']],
  ['98765/4711-12345', ['123', '234', '345']],
  ['12345\\A-B-C', ['123', '234', '345']],
  ['123456789', ['234', '345', '456', '567', '678', '789']],
  ['111111111', ['111']],
])('asks the index for the threes around the end of the number in %s, and compares all of it', (word, threes) => {
  const { asked, compared } = askedFor(word);
  expect(new Set(asked)).toEqual(new Set(threes));
  expect(asked).toHaveLength(threes.length);
  expect(compared).toEqual([word]);
});

it.each(['12345678', 'D-1234-D-1234', 'żółć12345678'])('takes %s for no code', (word) => {
  expect(askedFor(word)).toEqual({ asked: [word], compared: [] });
});

it('asks for the threes of all codes once, and compares the other words, too', () => {
  const { asked, compared } = askedFor('brake', '123412345', '4711-12345');
  expect([...asked].sort()).toEqual(['123', '234', '341', '345', '412']);
  expect(compared).toEqual(['brake', '123412345', '4711-12345']);
});
