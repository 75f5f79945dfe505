import { difference } from './difference';

describe('difference', () => {
  it.each([
    ['one two three', 'one 2 three', ['one ', 'two', ' three']],
    ['one two', 'one two', ['one two', '', '']],
    ['one', 'one two', ['one', '', '']],
    ['one two', 'one', ['one', ' two', '']],
    ['a a', 'a a a', ['a a', '', '']],
    ['a b', 'c d', ['', 'a b', '']],
    ['', 'x', ['', '', '']],
  ])('of %j to %j', (text, other, parts) => {
    const found = difference(text, other);
    expect(found.join('')).toBe(text);
    expect(found.filter(Boolean)).toEqual(parts.filter(Boolean));
  });
});
