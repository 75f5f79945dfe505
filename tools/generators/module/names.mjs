/**
 * The names of a module, in every form that its files have them. `singular` and `plural` are single words, so that a form
 * is the same as a file name, a variable and a column; what people read may be several: `customer question`.
 */

/** The names of a module from as little as its plural; with a sentence for what is no name. */
export function namesOf({
  plural,
  singular = singularOf(plural),
  title = singular,
  titles = pluralOf(title, { singular, plural }),
  key,
}) {
  for (const [what, name] of Object.entries({ name: plural, singular })) {
    // A kind of record has no digits either.
    if (!/^[a-z]+$/.test(name))
      throw new Error(
        `The ${what} must be one word in small letters, without digits, such as returns: ${JSON.stringify(name)}.`,
      );
  }
  for (const text of [title, titles])
    if (!/^[a-z]+( [a-z]+)*$/.test(text))
      throw new Error(
        `The title must be words in small letters, without digits, such as warranty claim: ${JSON.stringify(text)}.`,
      );
  if (singular === plural) throw new Error('The singular must differ from the plural: give it with --singular.');
  return { singular, plural, title, titles, key };
}

/** Statuses and houses, analyses and premises, heroes and shoes, movies and navies: no rule tells them apart. */
const AMBIGUOUS = /([iuy]s|o)es$|^(movies|cookies)$/;

/**
 * How plurals end, and singulars then; the first that fits.
 * @type {[RegExp, string][]}
 */
const ENDINGS = [
  [/(ss|x|zz|ch|sh)es$/, '$1'],
  [/(..)ies$/, '$1y'],
  [/([^s])s$/, '$1'],
];

function singularOf(plural) {
  if (AMBIGUOUS.test(plural))
    throw new Error(`What one of ${plural} is called follows from no rule: give it with --singular.`);
  const ending = ENDINGS.find(([end]) => end.test(plural));
  return ending ? plural.replace(...ending) : plural;
}

function pluralOf(title, { singular, plural }) {
  if (title.endsWith(singular)) return title.slice(0, -singular.length) + plural;
  if (/[^aeiou]y$/.test(title)) return title.replace(/y$/, 'ies');
  return title + (/(s|x|z|ch|sh)$/.test(title) ? 'es' : 's');
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const words = (text) => [
  text,
  capital(text),
  text.split(' ').map(capital).join(' '),
  text.replaceAll(' ', '-'),
  text.replaceAll(' ', '_'),
  text.replaceAll(' ', '_').toUpperCase(),
];

/** Every form of the names, in one order for all modules; the longest ones first, since they hold the shorter ones. */
function formsOf({ singular, plural, title, titles, key }) {
  return [
    ...words(titles),
    ...words(title),
    ...[plural, singular].flatMap((word) => [word, capital(word), word.toUpperCase()]),
    `'g ${key}'`,
  ];
}

/** The place of the module's list in the API, and its table. */
export function placeOf({ titles }) {
  return { path: titles.replaceAll(' ', '-'), table: titles.replaceAll(' ', '_') };
}

/** A function that gives a text about one module the names of another; `a` and `an` go with them. */
export function renaming(from, to) {
  const [before, after] = [formsOf(from), formsOf(to)];
  const renamed = new Map();
  before.forEach((form, index) => renamed.has(form) || renamed.set(form, after[index]));
  const ambiguous = before.find((form, index) => renamed.get(form) !== after[index]);
  if (ambiguous)
    throw new Error('A plain module is called by its name alone: leave --title and --titles out, or use --thread.');
  const pattern = new RegExp(`(\\b[Aa]n? )?(${[...renamed.keys()].join('|')})`, 'g');
  return (text) =>
    text.replace(
      pattern,
      (_all, article, form) => (article ? articleOf(renamed.get(form), article) : '') + renamed.get(form),
    );
}

function articleOf(name, [letter]) {
  return `${letter}${/^([aeio]|u(?!ni|se))/i.test(name) ? 'n' : ''} `;
}
