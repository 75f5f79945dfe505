/** How a kind of record is named: `problem`, or `problems` in an address. */
export const KIND = /^[a-z][a-z-]{0,62}$/;

/** The largest number that a record can have: ids are 32-bit integers. */
export const MAX_ID = 2147483647;

/** The largest version that a record can have: versions are 32-bit integers. */
export const MAX_VERSION = 2147483647;

/** Whether a value can be the number of a record. */
export function isId(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ID;
}
