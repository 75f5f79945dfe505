import { brakes, chassis } from './chassis-parts';
import { electrics, engine } from './engine-parts';
import type { PartKind } from './part-kind';

/** Every kind of part in the shop. */
export const partKinds: readonly PartKind[] = [...brakes, ...chassis, ...engine, ...electrics];
