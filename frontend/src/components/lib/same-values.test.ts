import { sameValues } from './same-values';

describe('sameValues', () => {
  it.each([
    [
      { a: 1, b: ['x'] },
      { b: ['x'], a: 1 },
    ],
    [{ a: '' }, {}],
    [{ a: null }, { a: undefined }],
    [{ list: [] }, {}],
    [{ rows: [{}] }, { rows: [{ name: '', value: undefined }] }],
    [undefined, null],
  ])('finds %j and %j the same', (one, other) => {
    expect(sameValues(one, other)).toBe(true);
    expect(sameValues(other, one)).toBe(true);
  });

  it.each([
    [{ a: 'x' }, {}],
    [{ a: ['x'] }, { a: ['x', 'y'] }],
    [{ a: ['x', 'y'] }, { a: ['y', 'x'] }],
    [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }],
    [{ a: 0 }, { a: '' }],
    ['x', ['x']],
  ])('tells %j from %j', (one, other) => {
    expect(sameValues(one, other)).toBe(false);
    expect(sameValues(other, one)).toBe(false);
  });
});
