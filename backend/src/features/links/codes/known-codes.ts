import type { EntityManager } from 'typeorm';
import { findByFoldedCodes } from '../../products/products.service';
import type { KnownCodes } from './code-finder';
import { codeForm } from './code-text';

/** A code that more products have links none of them. */
const MAX_PRODUCTS = 20;

/** A product by its codes. */
export interface CodedProduct {
  id: number;
  sku: string;
  ean: string | null;
}

/**
 * The products that have one of these codes, by the form of the code. Where more than 20 have it, only what is linked already:
 * that stays as long as the code is in the text.
 */
export async function readKnownCodes(
  manager: EntityManager,
  forms: string[],
  linked: CodedProduct[] = [],
): Promise<KnownCodes> {
  const known = new Map<string, number[]>();
  if (forms.length === 0) return known;
  for (const product of await findByFoldedCodes(manager, forms, MAX_PRODUCTS + 1))
    for (const form of formsOf(product)) {
      const ids = known.get(form);
      if (ids) ids.push(product.id);
      else if (form !== '') known.set(form, [product.id]);
    }
  for (const [form, ids] of known)
    if (ids.length > MAX_PRODUCTS)
      known.set(
        form,
        linked.filter((product) => formsOf(product).has(form)).map(({ id }) => id),
      );
  return known;
}

const formsOf = ({ sku, ean }: CodedProduct): Set<string> => new Set([codeForm(sku), codeForm(ean ?? '')]);
