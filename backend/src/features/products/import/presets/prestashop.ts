import { count, words, type Preset } from './preset';

/** PrestaShop: the sample of its import, and its export, also in other languages. */
export const PRESTASHOP: Preset = {
  format: 'prestashop',
  isKnownBy: (headers) =>
    count(headers, 'name|nom|nombre|nome|naam|nazwa') > 0 &&
    count(
      headers,
      'active|actif|aktiv|activo|attivo|actief|aktywny|image urls|url des images|reference|référence|referencia|riferimento|referentie|ean13|ean 13|wholesale price|prix de gros|tax rules id|id règle de taxes|url rewritten|rewritten url|supplier reference|on sale|ecotax|available for order',
    ) > 2,
  columns: {
    name: words('name|nom|nombre|nome|naam|nazwa'),
    sku: words('reference|référence|referencia|riferimento|referentie|indeks|reference code'),
    ean: words('ean13|ean 13|ean|upc|isbn'),
    html: words('description|descripción|descrizione|beschreibung|beschrijving|opis'),
    images: words(
      'image urls|image url|image|url des images|url de las imágenes|url delle immagini|url immagini|bild urls|url obrazków',
    ),
    published: words('active|actif|aktiv|activo|attivo|actief|aktywny|enabled|status'),
    id: words('id|product id|id product|id produit'),
    attributes: words('feature|features|caractéristique'),
  },
  patterns: [[/^feature ?:/, 'field']],
  ignored:
    /^(tax rules id|on sale|discount |ecotax|quantity|minimal quantity|low stock|send me an email|visibility|additional shipping|meta[ -]|url rewritten|rewritten url|(text|label) (when|if)|available |date add|product (creation|available|availability) date|show price|delete existing|image alt|customizable|uploadable|text fields|out of stock|action when|virtual product|file url|number of|expiration|advanced stock|depends on|warehouse|id \/ name of shop|id shop)/,
  noise: /^feature\s*:\s*|\s*\((x,y,z[.,… ]*|0 = .*)\)$/i,
};
