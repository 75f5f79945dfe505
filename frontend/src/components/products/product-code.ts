import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

/** Whether this is the SKU or the EAN of a product. */
export function hasCode({ sku, ean }: Pick<ProductDto, 'sku' | 'ean'>, code: string): boolean {
  return [sku, ean].some((one) => one && isSameCode(one, code));
}

/** As many digits as there are under a bar code. */
const EAN = /^\d{8,14}$/;

/** The field of a product that such a code is written into. */
export function fieldOfCode(code: string): 'ean' | 'sku' {
  return EAN.test(code) ? 'ean' : 'sku';
}

/**
 * What to search for, one after the other until a product has the code: the code, and an article number without its zeros at
 * the left, which scanners and shops add or leave out. The code without its zeros is not enough: for
 * `1234565` the server answers only the product with that SKU, not the one with the EAN `01234565`.
 */
export function searchesFor(code: string): string[] {
  const short = withoutZeros(code);
  return EAN.test(code) && short !== code ? [code, short] : [code];
}

/** Zeros at the left make no difference between two article numbers; a shorter SKU is another code with them. */
function isSameCode(one: string, other: string): boolean {
  if (EAN.test(one) && EAN.test(other)) return withoutZeros(one) === withoutZeros(other);
  return one.toLowerCase() === other.toLowerCase();
}

function withoutZeros(code: string): string {
  return code.replace(/^0+(?=\d)/, '');
}
