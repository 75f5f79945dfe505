import { auth } from './spec-rows/auth';
import { dashboard } from './spec-rows/dashboard';
import { problemForm, problems } from './spec-rows/problems';
import { productForm, products } from './spec-rows/products';
import { questions } from './spec-rows/questions';
import type { SpecRow } from './spec-rows/row';
import { shell } from './spec-rows/shell';
import { threads } from './spec-rows/threads';
import { updates } from './spec-rows/updates';

/** Every text, toast, message and constant of the specification that a person meets, by id. */
export const specTable = {
  ...auth,
  ...dashboard,
  ...products,
  ...productForm,
  ...threads,
  ...questions,
  ...problems,
  ...problemForm,
  ...updates,
  ...shell,
} satisfies Record<string, SpecRow>;

/** The id of a row. */
export type SpecId = keyof typeof specTable;

/** The value of a row, typed by its id. */
export type SpecValue<Id extends SpecId> = (typeof specTable)[Id]['value'];
