import { INVISIBLE } from '../../api/text';
import { fieldProblem } from '../../http/field-problem';

/** Rejects a new SKU that looks like another because of characters that nobody sees. One that is there already may stay. */
export function expectVisible(sku: string, before?: string): void {
  if (sku !== before && INVISIBLE.test(sku)) throw fieldProblem('sku', 'SKU must not contain invisible characters');
}
