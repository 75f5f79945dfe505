import type { EntityManager } from 'typeorm';
import { findByFoldedCodes } from '../../products/products.service';
import type { KnownCodes } from './code-finder';
import { codeForm } from './code-text';

/** The products that have one of these codes, by the form of the code. */
export async function readKnownCodes(manager: EntityManager, forms: string[]): Promise<KnownCodes> {
  const known = new Map<string, number[]>();
  if (forms.length === 0) return known;
  for (const { id, sku, ean } of await findByFoldedCodes(manager, forms))
    for (const form of new Set([codeForm(sku), codeForm(ean ?? '')]))
      if (form !== '') known.set(form, [...(known.get(form) ?? []), id]);
  return known;
}
