import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { handleOf, handlesOf, mentionFinder, peopleFor } from './mentions';

const person = (id: number, email: string, name: string | null, deactivatedAt: string | null = null): PersonDto => ({
  id,
  email,
  name,
  deactivatedAt,
  deactivatedById: null,
});
const people = [
  person(1, 'anna@shop.example', 'Anna Keller'),
  person(2, 'ben.okafor@shop.example', null),
  person(3, 'ben@shop.example', 'Ben (night)'),
  person(4, 'anna@other.example', 'Anna'),
  person(5, 'zoe@shop.example', 'Zoë'),
  person(6, 'x@shop.example', 'Zoë'),
  person(10, 'i.kaya@shop.example', 'İpek Kaya'),
  person(9, 'jean-luc+1@shop-two.example', '^$\\.*+?()[]{}|/-'),
  person(7, 'old.ben@shop.example', 'ben', '2026-03-04T05:06:07.000Z'),
  person(8, 'gone@shop.example', 'Gone Girl', '2026-03-04T05:06:07.000Z'),
];
const handles = handlesOf(people);

const mentioned = (text: string): number[] => mentionFinder(handles)(text).map(({ personId }) => personId);

// As the server's test has it.
it.each([
  ['@Anna Keller, please', [1]],
  ['please ask @anna keller.', [1]],
  ['@anna knows', []],
  ['@anna@other.example knows', [4]],
  ['@ben.okafor and @ben', [2, 3]],
  ['@ben. He knows', [3]],
  ['(@Ben (night))', [3]],
  ['write to ben@shop.example', []],
  ['https://shop.example/@ben', []],
  ['@benjamin, @ben_ or @ben-one', []],
  ['@Zoë', []],
  ['@zoe', [5]],
  ['@İpek Kaya', [10]],
  ['@Gone Girl', [8]],
  ['@jean-luc+1@shop-two.example', [9]],
  [`@${'^$\\.*+?()[]{}|/-'}`, [9]],
  ['@', []],
])('%j mentions %j', (text, ids) => expect(mentioned(text)).toEqual(ids));

it('mentions nobody where nobody is there', () => expect(mentionFinder(handlesOf([]))('@anna')).toEqual([]));

it('finds the longest of very many handles that are the beginnings of others', () => {
  const many = Array.from({ length: 2000 }, (_, id) => person(id, `a${id}@shop.example`, `${'Ann '.repeat(15)}${id}`));
  const [short, long] = [many[20].name, many[200].name];
  const found = mentionFinder(handlesOf(many))(`@${short}, @${long}. @${short}-x @${'Ann '.repeat(5000)}`);
  expect(found.map(({ personId }) => personId)).toEqual([20, 200]);
});

it('writes a name as short as it is clear', () =>
  expect(people.slice(0, 6).map((one) => handleOf(one, handles))).toEqual([
    'Anna Keller',
    'ben.okafor',
    'Ben (night)',
    'anna@other.example',
    'zoe',
    'x',
  ]));

it.each([
  ['', [1, 2, 3, 4, 5, 6, 10, 9]],
  ['an', [1, 4]],
  ['kel', [1]],
  ['Anna K', [1]],
  ['oka', [2]],
  ['ip', [10]],
  ['gone', []],
  ['nobody', []],
])('offers for %j %j', (typed, ids) => expect(peopleFor(typed, people).map(({ id }) => id)).toEqual(ids));

it('offers the same whatever the language of the browser is', () => {
  const turkish = jest.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return this.replaceAll('I', 'ı').toLowerCase();
  });
  expect(peopleFor('ilse', [person(11, 'x@shop.example', 'Ilse')])).toHaveLength(1);
  turkish.mockRestore();
});
