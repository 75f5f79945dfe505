import { piecesMatching } from './word-match';

const marked = (text: string, typed: string, words?: string) =>
  piecesMatching(text, typed, words)
    ?.map((piece) => (piece.match ? `[${piece.text}]` : piece.text))
    .join('');

it.each([
  ['New Product', 'pro', 'New [Pro]duct'],
  ['New Product', 'PRO new', '[New] [Pro]duct'],
  ['New Product', 'n pr p', '[N]ew [Pr]oduct'],
  ['Café crème', 'cafe cre', '[Café] [crè]me'],
  ['Cafe\u0301', 'café', '[Café]'],
  ['New Product', '', 'New Product'],
])('marks in %p what %p begins', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected);
});

it.each([
  ['New Product', 'duct'],
  ['New Product', 'new products'],
  ['New Product', 'new old'],
])('does not find %p by %p', (text, typed) => {
  expect(marked(text, typed)).toBeUndefined();
});

it('finds a text by other words, and marks nothing for them', () => {
  expect(marked('Logout', 'sign', 'sign out')).toBe('Logout');
});
