/**
 * Tells whether a number in a text is something else than the code of a product: an amount, a distance, the number of an
 * order or a telephone. Codes with letters are not asked for, and of EANs only whether they are a telephone number.
 */
import type { Token } from './code-text';

const list = (words: string): Set<string> => new Set(words.split(' '));

/** Words in English and German that a number of another kind follows. */
const NUMBERED = list(
  'order bestellung auftrag invoice rechnung receipt quittung ticket tracking sendung parcel paket lieferschein account konto ' +
    'iban vat tel telefon telephone phone fon telefax mobile mobil mob handy fax call reach hotline whatsapp erreichen erreichbar ' +
    'rufen rufe anrufen postcode zip plz postfach hrb hra blz kto vin fin odometer mileage kilometerstand km-stand km laufleistung ' +
    'tacho tachostand dated datum reference ref aktenzeichen az transaction booking buchung pin total amount betrag summe rma po ' +
    'imei serial sn s/n zeichen orderid',
);
/** The same for several numbers. */
const PLURALS = list('orders bestellungen aufträge invoices rechnungen tickets receipts quittungen parcels pakete');
/** Words that a number follows at once; in `a batch of 120033` it is counted. */
const LABELS = list('lot batch charge contract shipment');
/** Words that say so together with `number`, as in `customer number`. */
const KINDS_OF_NUMBER = list(
  'kunden customer client member inv case claim return batch lot quote contract confirmation contact shipment consignment policy angebot',
);
/** In one word with `number`, everything says so, such as `Kundennr`, but these. */
const PRODUCT_LABELS = list(
  'art artikel item sku ean gtin upc mpn produkt product teil teile ersatzteil et oe oen oem part modell model typ mat material ' +
    'sach hersteller herst katalog vergleichs style waren ident pos bar strich qr',
);
const COMPOUND = /^(.+?)(?:[._-]*(?:nr|nummern?|code)|[._-]+(?:no|number|num|id))$/;
/** Longer words are no names of numbers; to search them takes long. */
const MAX_COMPOUND = 60;
const NUMBER_WORD = /^(?:no|nr|number|nummer|num|id)$/;
/** What is numbered only together with the word before it: a delivery note, an access code. */
const NOTES = list('delivery credit dispatch shipping');
const CODES = list('pickup pick-up access voucher coupon discount security postal zip hs customs');
/** Words that may stand between such a word and its number. */
const VERBS = list('is are ist sind was war were waren lautet reads bin endet ends');
const FILLERS = list('no nr number nummer num id code of the my me mich sie ich an der die das den on at under unter');
/** In `the order with the number 123456` these do, too. */
const WITH = list('mit with hat has having auf');
/** What an article begins is a thing: `In my order the 120033 is missing`. Not so in `call the 1234567`. */
const ARTICLES = list('the der die das den');
const BEFORE_NUMBERS = list('call on at unter under');
const OWNERS = list('my our his her their your meine unsere seine ihre');
/** Before `order` they make it a verb. */
const WILL_ORDER = list(
  'please to not never also already always just i we you he she they would will can could must should do does did didn don t and bitte',
);
/** What is in a parcel is no number of it: `in the parcel was 120033`. */
const INSIDE = list('in im from aus with mit inside');
const STREET =
  /(?:^|\b)(?:street|road|avenue|lane|drive|boulevard|rd|ave)$|(?:str|straße|strasse|weg|platz|gasse|allee)$/;
/** What a number before them counts. */
const UNITS = list(
  'km kilometer kilometern kilometers kilometre kilometres miles mi meilen gelaufen pieces pcs units stück stueck times years hours h ' +
    'mah wh ah mm cm m kg g l ml nm rpm km/h kw hp ps bar kč zł kr ft lei fr euro euros dollar dollars pounds franken',
);
/** Without words: `ALL 120033 ARE BROKEN`. */
const CURRENCIES = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !/^(?:ALL|AMD|TRY|TOP|CUP|MOP|PEN|MAD|SOS)$/.test(code)),
);
const MAX_FILLERS = 3;
/** Numbers that are looked at in a list. */
const MAX_LISTED = 20;
/** Groups of digits of a telephone number, and the fewest digits of one with a `+`. */
const MAX_GROUPS = 8;
const MIN_INTERNATIONAL_DIGITS = 9;
/** A number without spaces of so many digits is no amount, and no number of an order: an EAN. */
export const EAN_DIGITS = 12;
const MAX_STREET_WORDS = 3;

/** Whether a word says what a number before it counts. */
export function isUnit({ form, text }: Token): boolean {
  // `120033 M` and `120033 L` are sizes.
  return (UNITS.has(form) && !/^[ML]$/.test(text)) || CURRENCIES.has(text);
}

/** Whether the digits from one token to another are a number of another kind. */
export function isOtherNumber(tokens: Token[], first: number, last: number): boolean {
  if (isInternational(tokens, first)) return true;
  if (first === last && /^\d+$/.test(tokens[first].form) && tokens[first].form.length >= EAN_DIGITS) return false;
  return (
    isAmount(tokens, first, last) ||
    isMeasured(tokens[last + 1]) ||
    [first, listStart(tokens, first)].some((index) => isTelephone(tokens, index) || isNumbered(tokens, index))
  );
}

/** Whether a currency, or cents, make digits an amount; in `120033 €189` the sign belongs to the next number. */
function isAmount(tokens: Token[], first: number, last: number): boolean {
  const { after } = tokens[last];
  const next = tokens[last + 1];
  if (/\p{Sc}\s*$/u.test(tokens[first].gap) || /^,-/.test(after)) return true;
  // Not in a line of values with commas between them.
  if (after === ',' && /^\d\d$/.test(next?.form) && !next.after.startsWith(',')) return true;
  return /^\s*\p{Sc}/u.test(after) && !(/\p{Sc}$/u.test(after) && /^\d/.test(next?.form ?? ''));
}

/** The first of the groups of digits that end with a token. */
function groupsBefore(tokens: Token[], first: number): number {
  let start = first;
  while (
    first - start < MAX_GROUPS &&
    /^\d+$/.test(tokens[start - 1]?.form) &&
    /^[ ()/-]{1,3}$/.test(tokens[start].gap)
  )
    start--;
  return start;
}

/** Whether digits belong to a telephone number with a `+`; in `GDB1330 + 120033` it adds. */
function isInternational(tokens: Token[], first: number): boolean {
  const start = groupsBefore(tokens, first);
  const { gap } = tokens[start];
  if (!/\+\s*\(?$/.test(gap) || (/^ ?\+ ?$/.test(gap) && /\d/.test(tokens[start - 1]?.form ?? ''))) return false;
  let digits = 0;
  for (let index = start; index < start + MAX_GROUPS && /^\d+$/.test(tokens[index]?.form); index++) {
    if (index > start && !/^[ ()/-]{1,3}$/.test(tokens[index].gap)) break;
    digits += tokens[index].form.length;
  }
  return digits >= MIN_INTERNATIONAL_DIGITS;
}

/** Whether digits belong to a telephone number: an area code, a sign, or a single letter as in signatures is before them. */
function isTelephone(tokens: Token[], first: number): boolean {
  const start = groupsBefore(tokens, first);
  const { form, gap } = tokens[start];
  const label = tokens[start - 1];
  if (/[☎📞📱]\uFE0F?[\s:]*$/u.test(gap)) return true;
  if (label?.isFirst && /^[tmf]$/.test(label.form) && /^[:.] *$/.test(gap)) return true;
  return (start < first && /^0[1-9]\d{1,4}$/.test(form)) || (start + 1 < first && /^00[1-9]\d$/.test(form));
}

/** Whether the token after a number is its unit. */
export function isMeasured(next: Token | undefined): boolean {
  return next?.isJoined === true && isUnit(next);
}

function isNumbered(tokens: Token[], first: number): boolean {
  if (isInAddress(tokens, first)) return true;
  const before = wordsBefore(tokens, first, /[,;]/);
  if (before.length > 0 && CURRENCIES.has(before[0].text)) return true;
  const words = before.map(({ form }) => form);
  if (ARTICLES.has(words[0]) && !BEFORE_NUMBERS.has(words[1])) return false;
  let index = 0;
  while (index < MAX_FILLERS && isFiller(words, index)) index++;
  const fillers = words.slice(0, index);
  const owned = fillers.findIndex((form) => form === 'number' || form === 'nummer');
  if (owned >= 0 && OWNERS.has(words[owned + 1])) return true;
  const [word = '', former] = words.slice(index);
  // In `order 123456 and order 234567` it is none.
  const isVerb = WILL_ORDER.has(former) && !/^\d+$/.test(words[index + 2] ?? '');
  if (word === 'order' && isVerb) return false;
  // What is in a parcel is no number of it.
  if (fillers.some((form) => VERBS.has(form)) && words.slice(index + 1).some((form) => INSIDE.has(form))) return false;
  return (
    NUMBERED.has(word) ||
    PLURALS.has(word) ||
    (index === 0 && LABELS.has(word)) ||
    (fillers.includes('code') && CODES.has(word)) ||
    (fillers.some((form) => NUMBER_WORD.test(form)) && KINDS_OF_NUMBER.has(word)) ||
    (word === 'note' && NOTES.has(former)) ||
    (word === 'box' && /^p\.?o$/.test(former)) ||
    isLabel(word)
  );
}

function isFiller(words: string[], index: number): boolean {
  const word = words[index];
  if (FILLERS.has(word) || VERBS.has(word)) return true;
  return (
    WITH.has(word) && words.slice(0, index + 3).some((one) => NUMBER_WORD.test(one) || compound(one) !== undefined)
  );
}

/** What stands before `number` in one word, such as `Kunden` in `Kundennr`. */
function compound(word: string): string | undefined {
  return word.length > MAX_COMPOUND ? undefined : COMPOUND.exec(word)?.[1];
}

/** Whether a word names a kind of numbers, such as `Kundennr`, and not that of products. */
function isLabel(word: string): boolean {
  const stem = compound(word)?.replace(/[.-]+$/, '');
  return stem !== undefined && !PRODUCT_LABELS.has(stem);
}

/**
 * The first number of a list that ends with a token, such as `orders 123456, 234567 and 345678`, whose kind all of them have.
 * Commas make a list only behind a word for several.
 */
function listStart(tokens: Token[], first: number): number {
  let start = first;
  for (let steps = 0; steps < MAX_LISTED; steps++) {
    const before = numberBefore(tokens, start);
    if (before < 0) break;
    start = before;
  }
  let index = start;
  while (start - index < MAX_LISTED && /^, ?$/.test(tokens[index].gap) && isNumber(tokens[index - 1])) index--;
  return PLURALS.has(tokens[index - 1]?.form) ? index : start;
}

/** The number that only `and`, `or` or a sign parts from a token; else -1. */
function numberBefore(tokens: Token[], first: number): number {
  const [{ gap, isJoined }, before] = [tokens[first], tokens[first - 1]];
  const isAnd = isJoined && before?.isJoined === true && /^(?:and|und|or|oder)$/.test(before.form);
  const index = isAnd ? first - 2 : /^ ?[&/] ?$/.test(gap) ? first - 1 : -1;
  return isNumber(tokens[index]) ? index : -1;
}

const isNumber = (token: Token | undefined): boolean => token !== undefined && /^[\d-]{6,}$/.test(token.form);

/** Whether a number is the postal code behind a street and the number of its house, or a comma. */
function isInAddress(tokens: Token[], first: number): boolean {
  const before = wordsBefore(tokens, first);
  const street = before.slice(0, MAX_STREET_WORDS).findIndex(({ form, text }) => STREET.test(form) && text !== 'weg');
  return before.slice(0, Math.max(street, 0)).some(({ form, gap }) => gap.includes(',') || /^\d+$/.test(form));
}

/** The words before a token in its sentence, or up to an end, the nearest first. */
function wordsBefore(tokens: Token[], first: number, end = /$^/): Token[] {
  const words: Token[] = [];
  for (let index = first; index > 0 && words.length <= MAX_FILLERS + 3; index--) {
    if (tokens[index].isFirst || end.test(tokens[index].gap)) break;
    words.push(tokens[index - 1]);
  }
  return words;
}
