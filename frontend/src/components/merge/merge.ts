import { sameValues } from '../lib/same-values';

/** A value that two people have changed differently. */
export interface Conflict {
  /** Where it is: the name of a field, or of a map and of the entry in it. */
  path: string[];
  /** Undefined where the entry was taken out. */
  mine: unknown;
  theirs: unknown;
}

type Parts = Record<string, unknown>;

/**
 * Puts together what two people have made of the same record (`base`). What only one has changed is as that one has it;
 * what both have changed differently is as in `mine`, and a conflict. Maps are merged entry by entry, lists are not.
 */
export function merge<T extends object>(base: unknown, mine: T, theirs: T): { merged: T; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  return { merged: mergeParts({ base, mine, theirs }, [], conflicts) as T, conflicts };
}

/** The record with their value in place of mine for these conflicts. */
export function takeTheirs<T extends object>(record: T, conflicts: Conflict[]): T {
  return conflicts.reduce<unknown>((taken, { path, theirs }) => replaced(taken, path, theirs), record) as T;
}

interface Versions {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

function mergeParts({ base, mine, theirs }: Versions, path: string[], conflicts: Conflict[]): Parts {
  const names = new Set([...Object.keys(mine as Parts), ...Object.keys(theirs as Parts)]);
  const entries = [...names].map((name) => {
    const versions = { base: part(base, name), mine: part(mine, name), theirs: part(theirs, name) };
    return [name, mergeValue(versions, [...path, name], conflicts)] as const;
  });
  return mapOf(entries);
}

function mergeValue(versions: Versions, path: string[], conflicts: Conflict[]): unknown {
  const { base, mine, theirs } = versions;
  if (sameValues(mine, theirs) || sameValues(theirs, base)) return mine;
  if (sameValues(mine, base)) return theirs;
  if (isMap(mine) && isMap(theirs)) return mergeParts(versions, path, conflicts);
  conflicts.push({ path, mine, theirs });
  return mine;
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by;
  const parts = isMap(value) ? value : {};
  const names = new Set([...Object.keys(parts), name]);
  return mapOf(
    [...names].map((one) => [one, one === name ? replaced(part(parts, one), rest, by) : part(parts, one)] as const),
  );
}

function mapOf(entries: (readonly [string, unknown])[]): Parts {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

// Names are people's own: `constructor` is one like any other.
function part(value: unknown, name: string): unknown {
  return isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isMap(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
