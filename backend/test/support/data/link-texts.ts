/** Texts that name products, made from a seed, and what they name. */

interface MadeText {
  text: string;
  /** The codes that it names. */
  links: string[];
}

const LETTERS = 'ABCDEFGHKLMNPRSTUVWXZ';
const SENTENCES = [
  'Does {c} fit my Golf VII 1.6 TDI from 2014?',
  'I ordered {c} last week and got {c}.',
  'Where is {c}?',
  '{c} arrived broken.',
  'Please send {c}, {c} and a cable.',
  'Passt {c} auf den Audi A4 B8?',
  'Artikel ({c}) ist zu klein: 280 mm statt 288 mm.',
  '“{c}” squeaks after 600 km!',
  'Is {c} the same as {c}',
  'Needed:{c};{c}',
];
const TRAPS = [
  'My order is {n}.',
  'Call me on +49 30 {n}, please.',
  'I paid EUR {n} for it.',
  'It has done {n} km.',
  'Invoice {n} is wrong.',
  'The old part is X{c}.',
  'It says {c}-Z on the box.',
  'It says {c}/9Q on the box.',
  'See https://shop.example/{c} for it.',
  'Write to {c}@shop.example please.',
  'The box was from 2019, 80331 Munich, 12:30.',
  'The one that you no longer sell, {gone}, was better.',
  'It is {m}.',
];

/** Texts and products from a seed: always the same ones. */
export function makeLinkTexts(seed: number, count: number): { codes: string[]; texts: MadeText[] } {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)];
  const letters = (length: number): string => Array.from({ length }, () => pick([...LETTERS])).join('');
  const digits = (length: number): string =>
    `${1 + below(9)}${Array.from({ length: length - 1 }, () => below(10)).join('')}`;
  const shapes = [
    () => `${letters(3)}-${digits(4)}`,
    () => `${letters(2)}-${letters(2)}-${digits(5)}`,
    () => `${letters(3)}${digits(4)}`,
    () => `${letters(1)} ${digits(3)}/${digits(2)}`,
    () => `${letters(4)} ${digits(4)}`,
    () => `${below(9)} ${digits(3)} ${digits(3)} ${digits(3)}`,
    () => `${letters(1)}.${digits(3)}.${digits(3)}.${digits(2)}`,
    () => digits(6),
    () => digits(13),
    () => `${letters(2)}_${letters(3)}_${digits(2)}`,
  ];
  const make = (): string => pick(shapes)();
  const codes = [...new Set(Array.from({ length: 500 }, make))];
  const gone = Array.from({ length: 50 }, make).filter((code) => !codes.includes(code));
  const numbers = codes.filter((code) => /^\d{6}$/.test(code));
  const plain = codes.filter((code) => !/^[\d ]+$/.test(code) && !code.includes(' '));
  /** As people write it. */
  const written = (code: string): string =>
    pick([
      code,
      code,
      code.toLowerCase(),
      code.replaceAll('-', pick(['\u2011', '\u2010', '\u2013', '\u2212'])),
      code.replaceAll(' ', '\u00a0'),
    ]);
  const sentence = (): MadeText => {
    if (random() < 0.4) {
      const other = codes.find((code) => code.length > 0 && random() < 0.01) ?? codes[0];
      const trap = pick(TRAPS)
        .replace('{n}', pick(numbers))
        .replace('{m}', `${digits(2)}.${digits(2)} EUR`)
        .replace('{gone}', pick(gone))
        .replace('{c}', plain.includes(other) ? other : pick(plain));
      return { text: trap, links: [] };
    }
    const links: string[] = [];
    const text = pick(SENTENCES).replaceAll('{c}', () => {
      const code = pick(codes);
      links.push(code);
      return written(code);
    });
    return { text, links };
  };
  const texts = Array.from({ length: count }, () => {
    const sentences = Array.from({ length: 1 + below(3) }, sentence);
    return {
      text: sentences.map(({ text }) => text).join(pick([' ', '\n'])),
      links: [...new Set(sentences.flatMap(({ links }) => links))],
    };
  });
  return { codes, texts };
}

/** Numbers from 0 up to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
