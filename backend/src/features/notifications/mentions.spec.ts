import { mentionsOf } from './mentions';

const people = [
  { id: 1, email: 'anna@shop.example', name: 'Anna Keller' },
  { id: 2, email: 'ben.okafor@shop.example', name: null },
  { id: 3, email: 'ben@shop.example', name: 'Ben (night)' },
  { id: 4, email: 'anna@other.example', name: 'Anna' },
  { id: 5, email: 'zoe@shop.example', name: 'Zoë' },
  { id: 6, email: 'x@shop.example', name: 'Zoë' },
  { id: 10, email: 'i.kaya@shop.example', name: 'İpek Kaya' },
  { id: 9, email: 'jean-luc+1@shop-two.example', name: '^$\\.*+?()[]{}|/-' },
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
  ['@İpek Kaya, @ipek kaya', [10]],
  ['@jean-luc+1@shop-two.example', [9]],
  [`@${'^$\\.*+?()[]{}|/-'}`, [9]],
  ['@', []],
])('%j mentions %j', (text, ids) => expect([...mentionsOf(people)(text)]).toEqual(ids));

it('finds nobody where nobody is there', () => expect(mentionsOf([])('@anna').size).toBe(0));

it('finds the longest of very many handles that are the beginnings of others', () => {
  const many = Array.from({ length: 2000 }, (_, id) => ({
    id,
    email: `${'a'.repeat(60)}${id}@shop.example`,
    name: `${'Ann '.repeat(15)}${id}`,
  }));
  const find = mentionsOf(many);
  expect([
    ...find(`@${many[199].name}, @${many[1999].email}. @${many[20].name}-x @${many[20].name}0 @${'Ann '.repeat(5000)}`),
  ]).toEqual([199, 1999, 200]);
});
