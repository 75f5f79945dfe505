import { mentionsOf } from './mentions';

const people = [
  { id: 1, email: 'anna@shop.example', name: 'Anna Keller' },
  { id: 2, email: 'ben.okafor@shop.example', name: null },
  { id: 3, email: 'ben@shop.example', name: 'Ben (night)' },
  { id: 4, email: 'anna@other.example', name: 'Anna' },
  { id: 5, email: 'zoe@shop.example', name: 'Zoë' },
  { id: 6, email: 'x@shop.example', name: 'Zoë' },
];

it.each([
  ['@Anna Keller, please', [1]],
  ['please ask @anna keller.', [1]],
  // Both are called so: one by the display name, one by the e-mail.
  ['@anna knows', []],
  ['@anna@other.example knows', [4]],
  ['@ben.okafor and @ben', [2, 3]],
  ['@ben. He knows', [3]],
  ['(@Ben (night))', [3]],
  ['write to ben@shop.example', []],
  ['write to x@ben', []],
  ['https://shop.example/@ben', []],
  ['@benjamin, @ben_ or @ben-one', []],
  ['@Zoë', []],
  ['@zoe', [5]],
  ['@', []],
])('%j mentions %j', (text, ids) => expect([...mentionsOf(people)(text)]).toEqual(ids));

it('finds nobody where nobody is there', () => expect(mentionsOf([])('@anna').size).toBe(0));
