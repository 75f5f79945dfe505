import type { HitsDto, ViewDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import type { Command } from '../../components/commands/commands';
import { buildHit } from '../../../test/found';
import { entryGroups } from './palette-entries';

const commands: Command[] = [
  { label: 'Search', group: 'Anywhere', keys: 'mod+k' },
  { label: 'Brakes', group: 'Screens', path: '/brakes' },
  { label: 'Brew coffee', group: 'Actions' },
  { label: 'New Product', group: 'This screen', keys: 'n', run: () => undefined },
  { label: 'Bring up', group: 'This screen', keys: 'b' },
];
const hit = (id: number) => buildHit({ id, title: [{ text: `Brake disc ${id}`, match: false }] });
const hits = (count: number) => Array.from({ length: count }, (_, index) => hit(index + 7));
const answer = { groups: [{ kind: 'product' as const, partial: false, hits: hits(2) }] };
const recents = [
  { kind: 'product', recordId: 7, title: 'Brake disc 7' },
  { command: 'Brakes' },
  { command: 'Gone' },
  { kind: 'coffee', recordId: 1, title: 'Brazil' },
];

function keysByGroup(source: Partial<Parameters<typeof entryGroups>[0]>) {
  const groups = entryGroups({ typed: 'br', recents, commands, views: [], answer, here: '/', ...source });
  return groups.map(({ label, entries }) => [label, ...entries.map(({ key }) => key)]);
}

it('has recent ones first, then screens, actions and records, none of them twice', () => {
  expect(keysByGroup({})).toEqual([
    ['Recent', 'product 7', 'Brakes'],
    ['Actions', 'Brew coffee'],
    ['Products', 'product 8'],
  ]);
});

it('leaves out what is on the screen', () => {
  expect(keysByGroup({ here: '/products/7' })[0]).toEqual(['Recent', 'Brakes']);
});

it('shows no more than three recent ones among what was found, and eight before', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({
    kind: 'product',
    recordId: index + 1,
    title: `Brake ${index}`,
  }));
  expect(keysByGroup({ recents: many })[0]).toHaveLength(4);
  expect(keysByGroup({ recents: many, typed: '', answer: undefined })[0]).toHaveLength(9);
});

it('has what can be done on the screen, with its keys', () => {
  const groups = entryGroups({ typed: 'new', recents: [], commands, views: [], answer: undefined, here: '/' });
  expect(groups.map(({ label, entries }) => [label, entries[0].keys])).toEqual([['This screen', 'n']]);
  expect(keysByGroup({ typed: 'bring', answer: undefined })).toEqual([]);
});

it('has the saved views, and where they lead; none whose list the app does not have', () => {
  const view = { id: 4, list: 'queue', name: 'Brakes of mine', query: 'assignee=me', isShared: false, createdById: 1 };
  const lists = ['queue', 'question', 'problem', 'product', 'coffee'];
  const views: ViewDto[] = lists.map((list, id) => ({ ...view, id, list }));
  const groups = entryGroups({ typed: 'br mi', recents: [], commands, views, answer: undefined, here: '/' });
  expect(groups.map(({ label, entries }) => [label, ...entries.map(({ path }) => path)])).toEqual([
    [
      'Views',
      '/queue?assignee=me',
      '/customer-questions?assignee=me',
      '/problems?assignee=me',
      '/products?assignee=me',
    ],
  ]);
});

it.each([
  ['questions about disc', '/customer-questions?product=7'],
  ['Problems  ABOUT disc', '/problems?product=7'],
])('leads to what is about a product: %s', (typed, path) => {
  const groups = entryGroups({ typed, recents, commands, views: [], answer, here: '/' });
  expect(groups).toHaveLength(1);
  expect(groups[0].entries[0]).toMatchObject({ path, title: [{ text: 'Brake disc 7', match: false }] });
});

describe('what leads to all records of a kind', () => {
  const last = (group: Partial<HitsDto>) => {
    const found = { kind: 'product' as const, partial: false, hits: hits(5), ...group };
    const groups = entryGroups({
      typed: 'br & 5',
      recents: [],
      commands: [],
      views: [],
      answer: { groups: [found] },
      here: '/',
    });
    const { title, path } = groups[0].entries.at(-1) ?? {};
    return [title?.[0].text, path];
  };

  it.each([
    [22, 'Show all 22 products'],
    [1000, 'Show all 1,000+ products'],
    [undefined, 'Show all products'],
  ])('says how many: %p', (total, text) => {
    expect(last({ total })).toEqual([text, '/products?q=br%20%26%205']);
  });

  it('is there only where there may be more', () => {
    expect(last({ hits: hits(4) })[0]).toBe('Brake disc 10');
  });
});
