import { countWords, wordsThatRose } from './words';

const former = countWords([
  'The disc squeaks',
  'The box was open',
  'The disc is too small',
  'It squeaks when cold',
  'Wrong colour',
]);

it('finds the words of many recent texts that few had before', () => {
  const recent = [
    'The gasket leaks oil',
    'Oil leaks from the gasket',
    'It LEAKS, and squeaks',
    'The disc arrived late',
  ];
  expect(wordsThatRose(recent, former, 'Oil filter')).toEqual(['leaks', 'gasket']);
});

it.each([
  ['without texts', [], []],
  ['of one text', ['Cracked'], []],
  ['that were as common before', ['It squeaks', 'Squeaks a lot'], []],
  ['that are in all languages', ['Undicht, tropft', 'ist undicht'], ['undicht']],
])('words %s', (_what, recent, words) => expect(wordsThatRose(recent, former, '')).toEqual(words));
