/**
 * Tells whether a number in a text is something else than the code of a product: an amount, a distance, the number of an
 * order or a telephone. Codes with letters, and EANs, are not asked for: they are what they look like.
 */
import type { Token } from './code-text';

const list = (words: string): Set<string> => new Set(words.split(' '));

/** Words in English and German that a number of another kind follows. */
const NUMBERED = list(
  'order bestellung bestellnummer auftrag auftragsnummer invoice rechnung rechnungsnummer receipt quittung ticket tracking ' +
    'sendung sendungsnummer parcel paket note lieferschein lieferscheinnummer kundennummer kontonummer account konto iban vat ' +
    'tel telefon telefonnummer telephone phone mobile mobil handy handynummer fax call reach hotline whatsapp erreichen ' +
    'postcode zip plz vin fin fahrgestellnummer odometer mileage kilometerstand km-stand tacho dated datum reference ' +
    'aktenzeichen transaction booking buchung pin total amount betrag summe preis price costs kostet',
);
const CODES = list('pickup pick-up access voucher coupon discount security postal zip');
/** Words that may stand between such a word and its number. */
const FILLERS = list(
  'no nr number nummer num id code is ist are sind was war lautet reads of the my me mich der die das den on at under unter',
);
const OWNERS = list('my our his her their your meine unsere seine ihre');
/** Before `order` they make it a verb. */
const WILL_ORDER = list('please to i we you he she they would will can could must should and bitte');
const STREET = /(?:^|\b)(?:street|road|avenue|lane)$|(?:str|straße|strasse|weg|platz|gasse|allee)$/;
/** What a number before them counts. */
const UNITS = list(
  'km kilometer kilometers kilometre kilometres miles mi gelaufen pieces pcs units times years hours h mm cm m kg g l ml nm rpm ' +
    'km/h kw hp ps bar kč zł kr ft lei fr euro euros dollar dollars pounds franken',
);
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const MAX_FILLERS = 3;
/** A number without spaces of so many digits is no amount, and no number of an order: an EAN. */
const EAN_DIGITS = 8;
const MAX_STREET_WORDS = 3;

/** Whether a word says what a number before it counts. */
export function isUnit({ form, text }: Token): boolean {
  return UNITS.has(form) || CURRENCIES.has(text);
}

/** Whether the digits from one token to another are a number of another kind. */
export function isOtherNumber(tokens: Token[], first: number, last: number): boolean {
  if (first === last && tokens[first].form.length >= EAN_DIGITS) return false;
  return (
    /\p{Sc}\s*$|\+$/u.test(tokens[first].gap) ||
    /^\s*\p{Sc}/u.test(tokens[last + 1]?.gap ?? '') ||
    isMeasured(tokens[last + 1]) ||
    isNumbered(tokens, first)
  );
}

/** Whether the token after a number is its unit. */
export function isMeasured(next: Token | undefined): boolean {
  return next?.isJoined === true && isUnit(next);
}

function isNumbered(tokens: Token[], first: number): boolean {
  const before = wordsBefore(tokens, first);
  if (before.length > 0 && CURRENCIES.has(before[0].text)) return true;
  if (before.slice(0, MAX_STREET_WORDS).some(({ form }) => STREET.test(form))) return true;
  let place = 0;
  while (place < MAX_FILLERS && FILLERS.has(before[place]?.form)) place++;
  const fillers = before.slice(0, place).map(({ form }) => form);
  const owned = fillers.findIndex((form) => form === 'number' || form === 'nummer');
  if (owned >= 0 && OWNERS.has(before[owned + 1]?.form)) return true;
  const word = before[place]?.form;
  if (fillers.includes('code') && CODES.has(word)) return true;
  if (word === 'order' && WILL_ORDER.has(before[place + 1]?.form)) return false;
  return NUMBERED.has(word);
}

/** The words before a token in its sentence, the nearest first. */
function wordsBefore(tokens: Token[], first: number): Token[] {
  const words: Token[] = [];
  for (let place = first; place > 0 && !tokens[place].isFirst && words.length <= MAX_FILLERS + 1; place--)
    words.push(tokens[place - 1]);
  return words;
}
