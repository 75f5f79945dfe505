/**
 * Tells whether a number in a text is something else than the code of a product: an amount, a distance, the number of an
 * order or a telephone. Codes with letters, and EANs, are not asked for: they are what they look like.
 */
import type { Token } from './code-text';

const list = (words: string): Set<string> => new Set(words.split(' '));

/** Words in English and German that a number of another kind follows. */
const NUMBERED = list(
  'order bestellung auftrag invoice rechnung receipt quittung ticket tracking sendung parcel paket lieferschein account konto ' +
    'iban vat tel telefon telephone phone mobile mobil handy fax call reach hotline whatsapp erreichen postcode zip plz vin fin ' +
    'odometer mileage kilometerstand km-stand tacho dated datum reference aktenzeichen transaction booking buchung pin total ' +
    'amount betrag summe rma po imei serial',
);
/** Words that say so together with `number`, such as `Kunden-Nr.` and `customer number`. */
const KINDS_OF_NUMBER = list(
  'kunden customer client member mitglieds rechnungs auftrags bestell sendungs serien vorgangs fall case fahrgestell steuer ust-id',
);
/** What is numbered only together with the word before it: a delivery note, an access code. */
const NOTES = list('delivery credit dispatch shipping');
const CODES = list('pickup pick-up access voucher coupon discount security postal zip');
const NUMBER_SUFFIX = /[.-]*(?:nr|no|nummer|number|num|id)$/;
/** Words that may stand between such a word and its number. */
const VERBS = list('is are ist sind was war were waren lautet reads');
const FILLERS = list('no nr number nummer num id code of the my me mich der die das den on at under unter');
const OWNERS = list('my our his her their your meine unsere seine ihre');
/** Before `order` they make it a verb. */
const WILL_ORDER = list(
  'please to not never also already always just i we you he she they would will can could must should do does did didn don t and bitte',
);
/** What is in a parcel is no number of it: `in the parcel was 120033`. */
const INSIDE = list('in im from aus with mit inside');
const STREET = /(?:^|\b)(?:street|road|avenue|lane)$|(?:str|straße|strasse|weg|platz|gasse|allee)$/;
/** What a number before them counts. */
const UNITS = list(
  'km kilometer kilometern kilometers kilometre kilometres miles mi meilen gelaufen pieces pcs units stück stueck times years hours h ' +
    'mm cm m kg g l ml nm rpm km/h kw hp ps bar kč zł kr ft lei fr euro euros dollar dollars pounds franken',
);
/** Without words: `ALL 120033 ARE BROKEN`. */
const CURRENCIES = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !/^(?:ALL|TOP|CUP|MOP|PEN|MAD|SOS)$/.test(code)),
);
const MAX_FILLERS = 3;
/** Groups of digits before the last one of a telephone number. */
const MAX_GROUPS = 8;
/** A number without spaces of so many digits is no amount, and no number of an order: an EAN. */
const EAN_DIGITS = 12;
const MAX_STREET_WORDS = 3;

/** Whether a word says what a number before it counts. */
export function isUnit({ form, text }: Token): boolean {
  return UNITS.has(form) || CURRENCIES.has(text);
}

/** Whether the digits from one token to another are a number of another kind. */
export function isOtherNumber(tokens: Token[], first: number, last: number): boolean {
  if (isTelephone(tokens, first)) return true;
  if (first === last && tokens[first].form.length >= EAN_DIGITS) return false;
  const { after } = tokens[last];
  return (
    /\p{Sc}\s*$/u.test(tokens[first].gap) ||
    isPrice(after, tokens[last + 1]) ||
    (after === ',' && /^\d\d$/.test(tokens[last + 1]?.form)) ||
    isMeasured(tokens[last + 1]) ||
    isNumbered(tokens, first)
  );
}

/** Whether what stands after a number makes it a price; in `120033 €189` the sign belongs to the next number. */
function isPrice(after: string, next: Token | undefined): boolean {
  if (/\p{Sc}$/u.test(after) && /^\d/.test(next?.form ?? '')) return false;
  return /^,-|^\s*\p{Sc}/u.test(after);
}

/** Whether digits belong to a telephone number: they, or those before them, follow a `+` or begin with an area code. */
function isTelephone(tokens: Token[], first: number): boolean {
  let start = first;
  while (
    first - start < MAX_GROUPS &&
    /^\d+$/.test(tokens[start - 1]?.form) &&
    /^[ ()/-]{1,3}$/.test(tokens[start].gap)
  )
    start--;
  return /\+\s*$/.test(tokens[start].gap) || (start < first && /^0\d{1,5}$/.test(tokens[start].form));
}

/** Whether the token after a number is its unit. */
export function isMeasured(next: Token | undefined): boolean {
  return next?.isJoined === true && isUnit(next);
}

function isNumbered(tokens: Token[], first: number): boolean {
  if (isInAddress(tokens, first)) return true;
  const before = wordsBefore(tokens, first, /[,;]/);
  if (before.length > 0 && CURRENCIES.has(before[0].text)) return true;
  let place = 0;
  while (place < MAX_FILLERS && (FILLERS.has(before[place]?.form) || VERBS.has(before[place]?.form))) place++;
  const fillers = before.slice(0, place).map(({ form }) => form);
  const owned = fillers.findIndex((form) => form === 'number' || form === 'nummer');
  if (owned >= 0 && OWNERS.has(before[owned + 1]?.form)) return true;
  const [word, former] = [before[place]?.form ?? '', before[place + 1]?.form];
  if (word === 'order' && WILL_ORDER.has(former)) return false;
  if (fillers.some((form) => VERBS.has(form)) && before.slice(place + 1).some(({ form }) => INSIDE.has(form)))
    return false;
  const isCode = fillers.includes('code') && CODES.has(word);
  const kind = word.replace(NUMBER_SUFFIX, '');
  const isOfKind = (kind !== word || fillers.some((form) => NUMBER_SUFFIX.test(form))) && KINDS_OF_NUMBER.has(kind);
  return isCode || isOfKind || NUMBERED.has(word) || NUMBERED.has(kind) || (word === 'note' && NOTES.has(former));
}

/** Whether a number is the postal code behind a street and the number of its house, or a comma. */
function isInAddress(tokens: Token[], first: number): boolean {
  const before = wordsBefore(tokens, first);
  const street = before.slice(0, MAX_STREET_WORDS).findIndex(({ form }) => STREET.test(form));
  return before.slice(0, Math.max(street, 0)).some(({ form, gap }) => gap.includes(',') || /^\d+$/.test(form));
}

/** The words before a token in its sentence, or up to an end, the nearest first. */
function wordsBefore(tokens: Token[], first: number, end = /$^/): Token[] {
  const words: Token[] = [];
  for (let place = first; place > 0 && words.length <= MAX_FILLERS + 3; place--) {
    if (tokens[place].isFirst || end.test(tokens[place].gap)) break;
    words.push(tokens[place - 1]);
  }
  return words;
}
