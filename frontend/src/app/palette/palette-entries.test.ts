import type { Command } from '../../components/commands/commands';
import { entryGroups } from './palette-entries';

const commands: Command[] = [
  { label: 'Search everything', group: 'Anywhere', keys: 'mod+k' },
  { label: 'Brakes', group: 'Screens', path: '/brakes' },
  { label: 'Brew coffee', group: 'Actions' },
  { label: 'New Product', group: 'This screen', keys: 'n' },
];
const hit = (id: number) => ({ id, title: [{ text: `Brake disc ${id}`, match: false }], fragment: [], exact: false });
const answer = { groups: [{ kind: 'product' as const, hits: [hit(7), hit(8)] }] };
const recents = [
  { kind: 'product', recordId: 7, title: 'Brake disc 7' },
  { command: 'Brakes' },
  { command: 'Gone' },
  { kind: 'coffee', recordId: 1, title: 'Brazil' },
];

function keysByGroup(source: Partial<Parameters<typeof entryGroups>[0]>) {
  const groups = entryGroups({ typed: 'br', recents, commands, answer, here: '/', ...source });
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
  expect(keysByGroup({ here: '/products/edit/7' })[0]).toEqual(['Recent', 'Brakes']);
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
