import { everyWordIndexed } from './search';

it.each([
  ['2101034111514', ['111', '514', '034']],
  ['NO-SP-731595zn', ['731', '595', '5zn']],
  ['NO-SP-4813414SS', ['481', '341', '4SS']],
  ['PRE-1234567-A', ['123', '456', '567']],
  ['X-2101034111514-AB', ['111', '514', '034']],
  // Fewer than three different threes.
  ['code-4711-04711', ['11-04711']],
  ['BD-20-12345/6', ['-12345/6']],
  ['12345-A-B-C', ['12345-A-']],
  ['111111111', ['11111111']],
  // No codes.
  ['12345678', []],
  ['D-1234-D-1234', []],
  ['żółć12345678', []],
])('asks the index for parts of the code %s, and compares all of it', (word, parts) => {
  const values: unknown[] = [];
  const conditions = everyWordIndexed([word], (value) => `$${values.push(value)}`);
  const [asked, compared] = parts.length > 0 ? [values.slice(0, -1), values.at(-1)] : [[], values[0]];
  expect({ asked: asked.sort(), compared }).toEqual({ asked: [...parts].sort(), compared: word });
  expect(conditions).toHaveLength(Math.max(1, parts.length + 1));
});
