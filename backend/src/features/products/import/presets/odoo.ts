import { count, words, type Preset } from './preset';

const REFERENCE =
  'default_code|internal reference|interne referenz|référence interne|referencia interna|interne referentie|riferimento interno|referência interna';

/** Odoo: `product.template` and `product.product`, by the names of the fields or their labels. */
export const ODOO: Preset = {
  format: 'odoo',
  isKnownBy: (headers) => count(headers, REFERENCE) > 0,
  columns: {
    name: words('name|display name|nom|nombre|naam|nome|bezeichnung|produktname|anzeigename'),
    sku: words(REFERENCE),
    ean: words('barcode|strichcode|code-barres|código de barras|streepjescode|codice a barre'),
    html: words(
      'description_sale|sales description|verkaufsbeschreibung|beschreibung für verkauf|description de vente|description pour les ventes|descripción de venta|descripción para ventas|verkoopbeschrijving|verkoopomschrijving|description|beschreibung|descripción|beschrijving',
    ),
    images: words('image_1920|image|bild|imagen|afbeelding'),
    published: words('active|aktiv|actif|activo|actief'),
    id: words('id|external id|externe id|id externe|id. externo|id externo'),
  },
  ignored:
    /^(sale ok|purchase ok|can be (sold|purchased)|(detailed )?type|uom|route ids|sale delay|produce delay|qty available|virtual available|quantity on hand|forecasted quantity|message |activity )/,
};
