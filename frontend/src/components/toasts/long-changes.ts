import type { Mutation } from '@tanstack/react-query';

/** The `meta` of a change that may take minutes: what is done while it runs is undone without waiting for it. */
export const LONG_CHANGE = { isLong: true };

/** The filter of all other changes. */
export const QUICK_CHANGES = { predicate: ({ meta }: Pick<Mutation, 'meta'>) => meta !== LONG_CHANGE };
