import { auth } from './auth';
import { calls } from './calls';
import { dashboard } from './dashboard';
import { fields } from './fields';
import { images } from './images';
import { problemForm, problems } from './problems';
import { productForm, products } from './products';
import { questions } from './questions';
import { routes } from './routes';
import type { SpecRow } from './row';
import { shell } from './shell';
import { threads } from './threads';
import { updates } from './updates';

/** Every text, toast, message, constant and behaviour of the specification, by id. */
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
  ...routes,
  ...calls,
  ...fields,
  ...images,
} satisfies Record<string, SpecRow>;

/** The id of a row. */
export type SpecId = keyof typeof specTable;

/** The value of a row, typed by its id. */
export type SpecValue<Id extends SpecId> = (typeof specTable)[Id]['value'];
