import type { ChangeDto, RevertedDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { recordTypes } from '../record/record-types';
import { formatCount } from '../ui/time-ago';

/** What a change did to one record. */
export type ChangeRef = Pick<ChangeDto, 'kind' | 'recordId' | 'subjectKind' | 'subjectId' | 'operation'>;

/** The kind of a link between a record and a product, which is part of the record as a response is. */
export const PRODUCT_LINK = 'product-link';

/** The most later changes that the server names: there may be more, and nobody knows how many. */
export const MAX_NAMED = 500;
/** The most changes that the answer to a revert lists. */
const MAX_ANSWERED = 1000;

/** Whether a link said that its record is about a product, and does no longer; a `rejected` one says that it is not. */
export function isLinkRemoved(operation: ChangeRef['operation'], state: unknown): boolean {
  return (operation === 'delete') !== (state === 'rejected');
}

/** `question`; `response` or `product` for what belongs to one. */
export function nounOf({ kind, subjectKind }: Pick<ChangeRef, 'kind' | 'subjectKind'>): string {
  if (kind === PRODUCT_LINK) return 'product';
  return kind === subjectKind ? (recordTypes[kind]?.noun ?? 'record') : 'response';
}

/** What records that were changed together are counted as: their kind, or none where they are of several. */
export function countedKind({ subjectKind, hasOtherKinds }: { subjectKind: string; hasOtherKinds?: boolean }): string {
  return hasOtherKinds ? '' : subjectKind;
}

/** `40 products`; `40 records` of no one kind. */
export function countedNoun(kind: string, count: number): string {
  return `${formatCount(count)} ${recordTypes[kind]?.count.label.toLowerCase() ?? 'records'}`;
}

/**
 * What was done by undoing, and the record that one can now open; `hasChosen` where a person said what to keep, `isRedo`
 * where an undo was undone, `title` where the name of the record is known.
 */
export function outcomeOf(
  { changes }: Pick<RevertedDto, 'changes'>,
  { hasChosen = false, isRedo = false, title }: { hasChosen?: boolean; isRedo?: boolean; title?: string } = {},
): { description: string; restored?: ChangeRef } {
  const main = changes.find(({ kind, subjectKind }) => kind === subjectKind) ?? changes[0];
  if (!main) return { description: hasChosen ? 'Nothing undone. Everything stays as it is now' : 'Already undone' };
  const noun = nounOf(main);
  const changed = `Change ${title ? `to “${title}” ` : ''}${isRedo ? 'made again' : 'undone'}`;
  // What only came or went with a record, such as a link, counts where nothing else was changed.
  const own = changes.filter(({ kind, subjectKind }) => kind === subjectKind);
  const counted = own.length > 0 ? own : changes;
  const records = new Set(counted.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`));
  const isOne = records.size === 1;
  const hasOtherKinds = counted.some(({ subjectKind }) => subjectKind !== main.subjectKind);
  const many = countedNoun(countedKind({ subjectKind: main.subjectKind, hasOtherKinds }), records.size);
  const one = noun.charAt(0).toUpperCase() + noun.slice(1);
  const subject = isOne ? one : `${changes.length < MAX_ANSWERED ? '' : 'At least '}${many}`;
  if (main.kind === PRODUCT_LINK && isOne && main.operation !== 'update') {
    const { state } = (main.operation === 'delete' ? main.before : main.after) ?? {};
    return { description: isLinkRemoved(main.operation, state) ? 'Product removed' : 'Product added again' };
  }
  // Of many records a part of each.
  if (main.kind !== main.subjectKind && !isOne) return { description: changed };
  if (new Set(changes.map(({ operation }) => operation)).size > 1 && !isOne) return { description: changed };
  if (main.operation === 'delete') return { description: `${subject} deleted` };
  if (main.operation === 'insert') return { description: `${subject} restored`, restored: main };
  return { description: changed };
}
