import { count, words, type Preset } from './preset';

/** Shopify: several rows a handle, one for each variant and further image. The names of columns are new since 2025. */
export const SHOPIFY: Preset = {
  format: 'shopify',
  isKnownBy: (headers) =>
    count(headers, 'handle|url handle') > 0 &&
    count(
      headers,
      'variant sku|body (html)|variant price|variant barcode|variant inventory qty|image src|option1 value|product image url|published on online store',
    ) > 0,
  columns: {
    group: words('url handle|handle'),
    name: words('title'),
    html: words('body (html)|description'),
    sku: words('sku|variant sku'),
    ean: words('barcode|barcodes|variant barcode'),
    groupImages: words('product image url|image src'),
    images: words('variant image url|variant image'),
    status: words('status'),
    published: words('published on online store|published'),
    option: words('option1 value|option2 value|option3 value'),
  },
  ofVariant:
    /^(variant |sku$|barcodes?$|(compare at )?price( \/|$)|unit price |cost per item$|charge tax$|tax code$|weight (value|unit)|inventory |continue selling |requires shipping$|fulfillment service$)/,
  ignored:
    /^(option\d (name|linked to)|image (position|alt text)|gift card|seo |google shopping|(variant )?(inventory|fulfillment|requires|taxable|tax code|weight unit)|included |price \/|compare at price \/|cost per item|charge tax|continue selling|unit price|published scope)/,
};
