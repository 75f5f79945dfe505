import { matchingOptions } from './picker-options';

const tags = (...names: string[]) => names.map((label) => ({ key: label, label }));
const found = (names: string[], typed: string) => matchingOptions(tags(...names), typed).map(({ label }) => label);

it('finds the exact name first, then what begins with the text, then words that begin so', () => {
  const names = ['Unpaid', 'Not (paid)', 'Paid twice', 'Prepaid order', 'paid', 'Paid late'];
  expect(found(names, 'Paid ')).toEqual(['paid', 'Paid twice', 'Paid late', 'Not (paid)', 'Unpaid', 'Prepaid order']);
});

it('prefers the tag that is called so to one that has all the words', () => {
  const names = ['W2 a rather long name of a tag no 12', 'W2 tag 10', 'W2 tag 1'];
  expect(found(names, 'W2  tag 1')).toEqual(['W2 tag 1', 'W2 tag 10', 'W2 a rather long name of a tag no 12']);
});

it('keeps the order where nothing is typed, or only signs', () => {
  expect(found(['b', 'a'], ' ')).toEqual(['b', 'a']);
  expect(found(['b +', 'a +', 'c'], '+')).toEqual(['b +', 'a +']);
});

it('takes an e-mail address as well as a name', () => {
  const people = [
    { key: '1', label: 'Ben Okafor', otherName: 'bo@shop.example' },
    { key: '2', label: 'Ben', otherName: 'ben@shop.example' },
  ];
  const first = (typed: string) => matchingOptions(people, typed)[0]?.key;
  expect([first('ben'), first('ben o'), first('BO@shop.example'), first('okafor bo@')]).toEqual(['2', '1', '1', '1']);
});
