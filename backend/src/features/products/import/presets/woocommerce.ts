import { IMAGES } from './plain';
import { words, type Preset } from './preset';
import { WORDS } from './woocommerce-words';

const MARKS = words([WORDS.type, WORDS.published, WORDS.flags, WORDS.signs].join('|'));
const VISIBILITY = /(catalog|katalog|каталог)/;
const VISIBLE = /(visib|sichtbar|zichtbaar|widoczn|видим|synlig|viditeln|gorun|vidljiv|видљив)/;
const ATTRIBUTE = /(attribut|atribut|atrybut|атрибут|аттрибут|eigenschap|egenska|vlastnost|nitelik)/;
const NAME = /(^| )(name|nom|nombre|nome|naam|nazwa|имя|название|namn|navn|nazev|jmeno|ismi|ime|naziv|име|назив)( |$)/;
const VALUE =
  /(^| )(value|wert|valeur|valor|valuta|waarde|wartosc|значени|varde|værdi|hodnot|deger|vrednost|vrijednost|вредност)/;

/** All of the patterns in one, whatever their order in the header. */
function all(...patterns: RegExp[]): RegExp {
  return new RegExp(`^${patterns.map(({ source }) => `(?=.*${source})`).join('')}`);
}

const IS_VISIBILITY = all(VISIBILITY, VISIBLE);
const IS_VALUE = all(ATTRIBUTE, VALUE);

/** WooCommerce since 3.1, which exports its headers in the language of the shop. Variations are rows with a name of their own. */
export const WOOCOMMERCE: Preset = {
  format: 'woocommerce',
  isKnownBy: (headers) => {
    const marks = [...headers].filter(
      (header) => MARKS.includes(header) || IS_VISIBILITY.test(header) || IS_VALUE.test(header),
    );
    return marks.length > 1 && words([WORDS.name, WORDS.sku].join('|')).some((word) => headers.has(word));
  },
  columns: {
    name: words(WORDS.name),
    sku: words(WORDS.sku),
    html: words(WORDS.description),
    images: words(WORDS.images),
    published: words(`${WORDS.published}|Status`),
    id: words(WORDS.id),
  },
  patterns: [
    [/^gtin, upc|^(gtin|ean|barcode)( ?13)?( \/ ean)?$|^meta: .*(ean|gtin|global unique id)( code)?$/, 'ean'],
    ...IMAGES,
    [all(ATTRIBUTE, /\d/, NAME), 'fieldName'],
    [all(ATTRIBUTE, /\d/, VALUE), 'fieldValue'],
    [all(ATTRIBUTE, /\d/), 'ignore'],
    [all(VISIBILITY, VISIBLE), 'ignore'],
    [new RegExp(`^(${words([WORDS.type, WORDS.flags, WORDS.ignored].join('|')).join('|')})$`), 'ignore'],
    [/^(meta|мета|pola|metadad\p{L}*|metadat\p{L}*) ?:|^download \d|^date sale price/u, 'ignore'],
  ],
};
