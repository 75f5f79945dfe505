import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

/** Whether this is the SKU or the EAN of a product. */
export function hasCode({ sku, ean }: Pick<ProductDto, 'sku' | 'ean'>, code: string): boolean {
  return [sku, ean].some((one) => one && comparableCode(one) === comparableCode(code));
}

/** As many digits as there are under a bar code. */
const EAN = /^\d{8,14}$/;

/** The field of a product that such a code is written into. */
export function fieldOfCode(code: string): 'ean' | 'sku' {
  return EAN.test(code) ? 'ean' : 'sku';
}

/** A code in small letters, or an article number without its zeros at the left: scanners and shops add them or leave them out. */
export function comparableCode(code: string): string {
  return EAN.test(code) ? code.replace(/^0+(?=\d)/, '') : code.toLowerCase();
}
