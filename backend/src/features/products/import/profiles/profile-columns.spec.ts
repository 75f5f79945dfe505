import type { ImportColumn } from '../import-columns';
import { withChoices } from './profile-columns';

it('reads columns with the same header in their order, in whatever case', () => {
  const proposed: ImportColumn[] = ['Text', 'sku', 'TEXT', 'text'].map((header) => ({ header, target: 'ignore' }));
  const choices: ImportColumn[] = [
    { header: 'text', target: 'name' },
    { header: 'SKU ', target: 'sku' },
    { header: 'Text', target: 'description' },
  ];
  expect(withChoices(proposed, choices)).toEqual([
    { header: 'Text', target: 'name' },
    { header: 'sku', target: 'sku' },
    { header: 'TEXT', target: 'description' },
    { header: 'text', target: 'ignore' },
  ]);
});

// It blocks the process: 500 long headers on each side took up to 16 seconds.
it('converts each header once', () => {
  const columns = Array.from({ length: 500 }, (_, column): ImportColumn => ({
    header: `İ${column}`,
    target: 'ignore',
  }));
  const toLowerCase = jest.spyOn(String.prototype, 'toLowerCase');
  withChoices(columns, [...columns].reverse());
  const { length } = toLowerCase.mock.calls;
  toLowerCase.mockRestore();
  expect(length).toBe(1000);
});
