import { Turn } from '../../http/budgets/turn';
import { countWords, wordsThatRose, type WordCounts } from './words';

const FORMER = [
  'The disc squeaks',
  'The box was open',
  'The disc is too small',
  'It squeaks when cold',
  'Wrong colour',
];
let former: WordCounts;
beforeAll(async () => {
  former = await countWords(FORMER);
});

it('lets others go on between texts once its turn is over', async () => {
  const turn = new Turn();
  jest.spyOn(turn, 'isOver', 'get').mockReturnValue(true);
  const paused = jest.spyOn(turn, 'yield').mockResolvedValue();
  await countWords(FORMER, turn);
  await wordsThatRose(['It squeaks', 'It leaks'], former, '', turn);
  expect(paused).toHaveBeenCalledTimes(FORMER.length + 2);
});

it('finds the words of many recent texts that few had before', async () => {
  const recent = [
    'The gasket leaks oil',
    'Oil leaks from the gasket',
    'It LEAKS, and squeaks',
    'The disc arrived late',
  ];
  expect(await wordsThatRose(recent, former, 'Oil filter')).toEqual(['leaks', 'gasket']);
});

it.each([
  ['without texts', [], []],
  ['of one text', ['Cracked'], []],
  ['that were as common before', ['It squeaks', 'Squeaks a lot'], []],
  ['that are in all languages', ['Undicht, tropft', 'ist undicht'], ['undicht']],
])('words %s', async (_what, recent, words) => expect(await wordsThatRose(recent, former, '')).toEqual(words));
