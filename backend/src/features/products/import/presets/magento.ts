import { count, words, type Preset } from './preset';

/** Magento 2 and Adobe Commerce. Rows with a store view hold translations of the row with the same SKU. */
export const MAGENTO: Preset = {
  format: 'magento',
  isKnownBy: (headers) =>
    headers.has('sku') &&
    count(headers, 'store_view_code|attribute_set_code|product_type|product_online|product_websites|url_key') > 1,
  columns: {
    sku: words('sku'),
    name: words('name'),
    part: words('store_view_code'),
    html: words('description'),
    ean: words('ean|ean13|gtin|barcode|upc'),
    images: words('base_image|additional_images|small_image|thumbnail_image|swatch_image'),
    published: words('product_online'),
    attributes: words('additional_attributes'),
  },
  ignored:
    /( label| labels)$|^(attribute set code|product type|product websites|tax class|visibility|special price|url key|meta |created at|updated at|new (from|to) date|display |map |msrp |gift message|custom |page layout|product options container|qty|out of stock|use config|is |allow |min |max |notify |manage |enable |website id|related |crosssell |upsell |configurable |bundle |hide |downloadable |giftcard |associated )/,
};
