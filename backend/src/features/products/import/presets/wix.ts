import { count, words, type Preset } from './preset';

/** Wix: a row for the product, one for each of its variants and further pictures, which have no name of their own. */
export const WIX: Preset = {
  format: 'wix',
  isKnownBy: (headers) => headers.has('fieldtype') && count(headers, 'handleId|handle') > 0,
  columns: {
    group: words('handleId|handle'),
    part: words('fieldType'),
    name: words('name'),
    html: words('description|plainDescription'),
    groupImages: words('productImageUrl|media'),
    sku: words('sku'),
    ean: words('barcode'),
    published: words('visible'),
  },
  patterns: [
    [/^(productoptionname|additionalinfotitle)\d+$/, 'fieldName'],
    [/^(productoptiondescription|productoptionchoices|additionalinfodescription)\d+$/, 'fieldValue'],
  ],
  ignored:
    /^(productoptiontype|mediaalttext|discount|inventory|surcharge|preorder|customtext|modifier|baseunit|totalunits|cost$)/,
};
