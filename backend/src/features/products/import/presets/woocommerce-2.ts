import { count, words, type Preset } from './preset';

/** WooCommerce 2, by the suite that exported its products then: one file of products, one of their variations. */
export const WOOCOMMERCE_2: Preset = {
  format: 'woocommerce',
  isKnownBy: (headers) =>
    count(headers, 'post_title|post_content|post_status|post_name|post_excerpt|post_parent|parent_sku') > 1,
  columns: {
    name: words('post_title|parent'),
    sku: words('sku'),
    html: words('post_content'),
    images: words('images|featured_image'),
    published: words('post_status'),
    id: words('id'),
  },
  patterns: [[/^meta:attribute /, 'option']],
  ignored:
    /^(post |menu order|comment |parent sku|downloadable|virtual|visibility|stock|backorders|manage stock|tax |upsell|crosssell|featured|sale price dates|file path|download |product url|button text|meta:|attribute (data|default):)/,
  noise: /^(attribute:(pa_)?|tax:)/i,
};
