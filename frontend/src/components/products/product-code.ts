import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

/** Whether this is the SKU or the EAN of a product. */
export function hasCode({ sku, ean }: Pick<ProductDto, 'sku' | 'ean'>, code: string): boolean {
  return [sku, ean].some((one) => one && comparableCode(one) === comparableCode(code));
}

/** A code in small letters, or an article number without its zeros at the left: scanners and shops add them or leave them out. */
export function comparableCode(code: string): string {
  return /^\d{8,14}$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code.toLowerCase();
}
