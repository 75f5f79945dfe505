import type { EntityManager } from 'typeorm';
import { findByFoldedCodes } from '../../products/products.service';
import type { KnownCodes } from './code-finder';
import { codeForm } from './code-text';

/** What more products have tells none of them apart. */
const MAX_PRODUCTS = 20;

/** The products that have one of these codes, by the form of the code: none where more than 20 have it. */
export async function readKnownCodes(manager: EntityManager, forms: string[]): Promise<KnownCodes> {
  const known = new Map<string, number[]>();
  if (forms.length === 0) return known;
  for (const { id, sku, ean } of await findByFoldedCodes(manager, forms, MAX_PRODUCTS + 1))
    for (const form of new Set([codeForm(sku), codeForm(ean ?? '')])) {
      const ids = known.get(form);
      if (ids) ids.push(id);
      else if (form !== '') known.set(form, [id]);
    }
  for (const [form, ids] of known) if (ids.length > MAX_PRODUCTS) known.set(form, []);
  return known;
}
