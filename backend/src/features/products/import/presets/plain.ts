import { words, type Preset } from './preset';

const ID =
  'id|product id|item id|article id|produkt id|produktid|artikel id|id produit|id producto|id prodotto|id produktu|id do produto|productid';
const DESCRIPTION =
  'description|product description|item description|long description|beschreibung|artikelbeschreibung|produktbeschreibung|langtext|description longue|descripción|descrizione|beschrijving|productbeschrijving|omschrijving|opis|opis produktu|descrição|short description|kurzbeschreibung|content';

/** Columns of pictures, as lists and plugins call them. */
export const IMAGES: NonNullable<Preset['patterns']> = [
  [
    /^((product|main|all|featured|additional|hosted|produkt|artikel) ?)?(images?|pictures?|photos?|imgs?|bild(er)?|fotos?|imagen(es)?|immagin[ei]|afbeelding(en)?|zdjeci[ea]|obraz(y|ki|ek)?|imagem|imagens)( ?(url|urls|link|links|src|address|file))?( ?\d+)?$/,
    'images',
  ],
  [
    /^(url|urls|link|lien|enlace) (des? |de la |de las )?(images?|photos?|imagen|imagenes|bild|foto)( ?\d+)?$/,
    'images',
  ],
  [/^(bild|image|picture|photo|foto)-?(url|urls|link)s?\d*$/, 'images'],
];

/**
 * Our own export, and price lists in English, German, French, Spanish, Italian, Dutch, Polish and Portuguese. Without a
 * column of SKUs the number in the other shop is the SKU.
 */
export const PLAIN: Preset = {
  format: 'plain',
  isKnownBy: () => true,
  columns: {
    name: words(
      [
        'name|title|product name|product title|item name|article name|product',
        'bezeichnung|artikelbezeichnung|produktname|produktbezeichnung|artikelname|titel|produkt',
        'désignation|libellé|nom|nom du produit|intitulé|titre|produit',
        'nombre|nombre del producto|denominación|título|producto',
        'nome|nome prodotto|denominazione|titolo|prodotto',
        'naam|productnaam|artikelnaam|artikelomschrijving',
        'nazwa|nazwa produktu|nazwa towaru|tytuł|nome do produto|designação|produto',
        'kurzbez.|kurzbezeichnung|kurztext|artikeltext|artikeltext1|artikeltext 1|bezeichnung1|bezeichnung 1|benennung',
        'omschrijving|article|artikel|artículo|articolo|artykuł|artigo',
      ].join('|'),
    ),
    sku: words(
      [
        'sku|product sku|seller sku|product code/sku|item number|item no|item no.|article number|article no|article no.|part number|product number|product code|item code|stock code',
        'artikelnummer|artikelnr|artikelnr.|artikel-nr.|artikel nr|art.-nr.|art.-nr|art.nr.|art.nr|art. nr.|art nr|art nr.|artnr|artnr.|produktnummer|bestellnummer|bestell-nr.',
        'reference|référence|réf|réf.|ref|ref.|référence produit|code article|code produit|n° article',
        'referencia|código|código de producto|código de artículo|codice|codice articolo|codice prodotto|riferimento',
        'referentie|artikelcode|productnummer|productcode|kod|kod produktu|symbol|indeks|numer katalogowy|nr katalogowy',
        'referência|código do produto|code|article|artikel|artículo|articolo|artykuł|artigo',
        ID,
        'mpn|manufacturer part number',
      ].join('|'),
    ),
    ean: words(
      'ean|ean13|ean 13|ean-code|ean code|gtin|gtin13|gtin 13|ean/gtin|gtin/ean|barcode|bar code|strichcode|code-barres|code barre|code barres|code ean|código de barras|codice a barre|codice ean|kod ean|kod kreskowy|streepjescode|gencod|gencode|ean8|jan|isbn|isbn13|upc|upc code|upc/ean|product upc/ean',
    ),
    vehicle: words('vehicle|fits|fahrzeug|véhicule|vehículo|veicolo|voertuig|pojazd|veículo'),
    html: words('description (html)|body (html)|html'),
    description: words(DESCRIPTION),
    status: words('status|statut|estado|stato'),
    published: words(
      'published|active|is active|enabled|visible|product visible|veröffentlicht|aktiv|publié|actif|publicado|activo|pubblicato|attivo|gepubliceerd|actief|opublikowany|aktywny|ativo',
    ),
    fields: words('other fields'),
    id: words(ID),
  },
  patterns: IMAGES,
};
