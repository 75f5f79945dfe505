import type { Drawing } from './photos/studio';
import type { Random } from './random';

/** What a kind of part says about one product: the words after its brand, and its measures. */
export interface PartText {
  title: string;
  fields: Record<string, string>;
}

/** A kind of part that the demo shop sells. */
export interface PartKind {
  code: string;
  drawing: Drawing;
  colours: readonly string[];
  /** Whether it is made for one car only; a battery or oil is not. */
  fitsOneCar: boolean;
  about: string;
  describe(random: Random): PartText;
}

/** Colours of what is painted. */
export const paints = ['#2f6fb4', '#c0392b', '#2e7d4f', '#3a4149', '#e0a526', '#5d6d7e', '#7d3c98'] as const;
/** Colours of bare metal. */
export const greys = ['#aab2b9', '#8f979e', '#5c646b', '#3a4046'] as const;
export const axles = ['front', 'rear'] as const;
