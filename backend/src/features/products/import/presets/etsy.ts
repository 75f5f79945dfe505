import { count, words, type Preset } from './preset';

const IMAGE = /^(image|bild|imagen|immagine|afbeelding|imagem) ?\d+$/;

/** Etsy, in the language of the shop. */
export const ETSY: Preset = {
  format: 'etsy',
  isKnownBy: (headers) =>
    count(headers, 'title|titel|titre|título|titolo') > 0 &&
    [...headers].filter((header) => IMAGE.test(header)).length > 1 &&
    count(
      headers,
      'currency_code|währungscode|code_devise|code devise|código_moneda|valutacode|materials|materialien|matériaux|materiales|materiali|materialen|materiais',
    ) > 0,
  columns: {
    name: words('title|titel|titre|título|titolo'),
    sku: words('sku|ugs|bestandseinheit|référence|referencia|referência|riferimento|referentie|codice sku'),
    html: words('description|beschreibung|descripción|descrizione|beschrijving|descrição'),
    id: words('listing_id|listing id'),
  },
  patterns: [
    [IMAGE, 'images'],
    [/varia.*(name|nom)|^(name|nom|nombre|nome|naam) .*varia/, 'fieldName'],
    [
      /varia.*(value|wert|valeur|valor|valori|waarde)|^(values?|wert|valeurs?|valor|valori|waarde).* .*varia/,
      'fieldValue',
    ],
  ],
  ignored: /varia|^(quantity|stückzahl|quantite|quantità|quantita|cantidad|aantal|anzahl|stuckzahl)$/,
};
