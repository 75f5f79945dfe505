import { merge, takeTheirs } from './merge';
import { sameValues } from '../lib/same-values';

interface Body {
  title?: string | null;
  images?: string[];
  extra?: Record<string, string>;
}

const base: Body = { title: 'Disc', images: ['a'], extra: { Axle: 'front', Bolts: '4' } };

describe('merge', () => {
  it('takes what only one has changed, on both sides', () => {
    const { merged, conflicts } = merge(base, { ...base, title: 'Drum' }, { ...base, images: ['a', 'b'] });
    expect(merged).toEqual({ title: 'Drum', images: ['a', 'b'], extra: base.extra });
    expect(conflicts).toEqual([]);
  });

  it('merges a map entry by entry: changed, added and taken out', () => {
    const mine = { ...base, extra: { Axle: 'rear', Bolts: '4', Weight: '8 kg' } };
    const theirs = { ...base, extra: { Axle: 'front', Colour: 'red' } };
    const { merged, conflicts } = merge<Body>(base, mine, theirs);
    expect(merged.extra).toEqual({ Axle: 'rear', Weight: '8 kg', Colour: 'red' });
    expect(conflicts).toEqual([]);
  });

  it('does not ask where both have changed the same way', () => {
    const changed = { title: 'Drum', images: [], extra: {} };
    expect(merge(base, changed, { ...changed })).toEqual({ merged: changed, conflicts: [] });
    expect(merge({ title: 'x' }, { title: null }, { title: '' } as Body).conflicts).toEqual([]);
  });

  it('names what both have changed differently, and keeps mine until theirs is taken', () => {
    const mine = { title: 'Drum', images: ['b'], extra: { Axle: 'rear' } };
    const theirs = { title: 'Pad', images: ['c'], extra: { Axle: 'both', Bolts: '5' } };
    const { merged, conflicts } = merge(base, mine, theirs);
    expect(merged).toEqual(mine);
    expect(conflicts).toEqual([
      { path: ['title'], mine: 'Drum', theirs: 'Pad' },
      { path: ['images'], mine: ['b'], theirs: ['c'] },
      { path: ['extra', 'Axle'], mine: 'rear', theirs: 'both' },
      { path: ['extra', 'Bolts'], mine: undefined, theirs: '5' },
    ]);
    expect(takeTheirs(merged, conflicts)).toEqual(theirs);
    expect(takeTheirs(merged, conflicts.slice(0, 1))).toEqual({ ...mine, title: 'Pad' });
  });

  it('takes an entry out where theirs is taken', () => {
    const { merged, conflicts } = merge(base, { ...base, extra: { Axle: 'rear' } }, { ...base, extra: {} });
    expect(takeTheirs(merged, conflicts).extra).toStrictEqual({});
  });

  it('asks about every difference where the base is not known', () => {
    const { conflicts } = merge(undefined, base, { ...base, title: 'Drum', extra: { ...base.extra, Axle: 'rear' } });
    expect(conflicts.map(({ path }) => path.join('.'))).toEqual(['title', 'extra.Axle']);
  });

  it('knows no special names', () => {
    const odd = (value: string) => ({
      extra: JSON.parse(`{"__proto__":"${value}","constructor":"${value}"}`) as Record<string, string>,
    });
    expect(merge<Body>({ extra: {} }, odd('1'), { extra: { other: '2' } }).merged.extra).toEqual({
      ...odd('1').extra,
      other: '2',
    });
    expect(merge({ extra: {} }, odd('1'), odd('2')).conflicts.map(({ path }) => path[1])).toEqual([
      '__proto__',
      'constructor',
    ]);
    expect(merge<Body>(odd('1'), { extra: {} }, odd('2')).conflicts.map(({ mine }) => mine)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('merge, of many random records', () => {
  const names = ['title', 'Axle', 'Bolts', 'Colour'];

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('loses nothing and asks for nothing in vain (seed %i)', (seed) => {
    const random = randomNumbers(seed);
    for (let run = 0; run < 400; run++) {
      const [start, mine, theirs] = [randomBody(random), randomBody(random), randomBody(random)];
      const { merged, conflicts } = merge(start, mine, theirs);
      expect(merged).toEqual(mineOrTheirs(conflicts, { start, mine, theirs }));
      const resolved = takeTheirs(merged, conflicts);
      // The other way round it is the same, but for who is who.
      const mirrored = merge(start, theirs, mine);
      expect(sameValues(mirrored.merged, resolved)).toBe(true);
      expect(mirrored.conflicts).toHaveLength(conflicts.length);
      // Sent again, nothing is left to ask.
      expect(merge(theirs, resolved, theirs)).toEqual({ merged: resolved, conflicts: [] });
      expect(merge(start, mine, start)).toEqual({ merged: mine, conflicts: [] });
    }
  });

  /** What a person expects of each value, told without the code under test. */
  function mineOrTheirs(
    conflicts: { path: string[] }[],
    { start, mine, theirs }: Record<'start' | 'mine' | 'theirs', Body>,
  ): Body {
    const extra: Record<string, string> = {};
    let title: string | undefined;
    for (const name of names) {
      const [was, here, there] = [start, mine, theirs].map(
        (body) => (name === 'title' ? body.title : body.extra?.[name]) ?? undefined,
      );
      const isAsked = conflicts.some(({ path }) => path.at(-1) === name);
      expect(isAsked).toBe(here !== was && there !== was && here !== there);
      const kept = here === was ? there : here;
      if (name === 'title') title = kept;
      else if (kept !== undefined) extra[name] = kept;
    }
    return { title, extra };
  }

  function randomBody(random: () => number): Body {
    const value = () => ['a', 'b', 'c'][Math.floor(random() * 3)]!;
    const extra = names.slice(1).flatMap((name) => (random() < 0.3 ? [] : [[name, value()] as const]));
    return { title: value(), extra: Object.fromEntries(extra) };
  }

  /** The same numbers every time, from 0 to 1 (mulberry32). */
  function randomNumbers(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  }
});
