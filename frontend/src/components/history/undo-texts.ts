import type { ChangeDto, RevertedDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { recordTypes } from '../record/record-types';
import { formatCount } from '../ui/time-ago';

/** What a change did to one record. */
export type ChangeRef = Pick<ChangeDto, 'kind' | 'recordId' | 'subjectKind' | 'subjectId' | 'operation'>;

/** The kind of a link between a record and a product, which is part of the record as a response is. */
export const PRODUCT_LINK = 'product-link';

/** The most later changes that the server names: there may be more, and nobody knows how many. */
export const MAX_NAMED = 500;

/** What is to be undone: all that one request did. */
export interface UndoTarget {
  changeSet: string;
  /** What is known of it. */
  changes: ChangeRef[];
  /** How many records it touched; undefined where that is not known. */
  records?: number;
  /** How many of them it created, and deleted; undefined where that is not known. */
  created?: number;
  deleted?: number;
  /** Whether it touched more records than these: they are counted up to a bound. */
  isMore?: boolean;
  /** Whether some of them are of other kinds than the first. */
  hasOtherKinds?: boolean;
}

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

/** What to ask before something is undone; undefined where that removes nothing and touches one record. */
export function questionBefore(target: UndoTarget) {
  if ((target.records ?? 1) > 1) return questionOfMany(target);
  const made = target.changes.filter(({ operation }) => operation === 'insert');
  // A link goes and comes with a click; one that came with a record or a response goes with it.
  const created =
    made.find(({ kind, subjectKind }) => kind === subjectKind) ?? made.find(({ kind }) => kind !== PRODUCT_LINK);
  if (!created) return undefined;
  const noun = nounOf(created);
  const responses = recordTypes[created.kind]?.isThread ? ' and its responses' : '';
  return {
    title: `Delete this ${noun}?`,
    content: `Undoing its creation deletes the ${noun}${responses}.`,
    ...DELETING,
  };
}

const DELETING = { okText: 'Delete', okButtonProps: { danger: true }, cancelText: 'Cancel' };

function questionOfMany(target: UndoTarget) {
  const { changes, records = 1, created = 0, deleted = 0, isMore = false, hasOtherKinds } = target;
  const kind = countedKind({ subjectKind: changes[0]?.subjectKind ?? '', hasOtherKinds });
  const many = `${isMore ? 'more than ' : ''}${countedNoun(kind, records)}`;
  if (created === records)
    return { title: `Delete ${many}?`, content: 'Undoing their creation deletes all of them.', ...DELETING };
  if (deleted === records)
    return { title: `Restore ${many}?`, content: 'All of them come back.', okText: 'Restore', cancelText: 'Cancel' };
  return {
    title: `Undo the change of ${many}?`,
    content: created + deleted > 0 ? mixedOutcome(created, deleted) : 'All of them get back what they had before.',
    ...(created > 0 && DELETING),
    okText: 'Undo',
    cancelText: 'Cancel',
  };
}

function mixedOutcome(created: number, deleted: number): string {
  const parts = [
    ...(created > 0 ? [`${formatCount(created)} of them ${created === 1 ? 'is' : 'are'} deleted`] : []),
    ...(deleted > 0 ? [`${formatCount(deleted)} of them ${deleted === 1 ? 'comes' : 'come'} back`] : []),
  ];
  return `${parts.join(', ')}. The others get back what they had before.`;
}

/** What was done by undoing, and the record that one can now open; `hasChosen` where a person said what to keep. */
export function outcomeOf({ changes }: RevertedDto, hasChosen = false): { description: string; restored?: ChangeRef } {
  const main = changes.find(({ kind, subjectKind }) => kind === subjectKind) ?? changes[0];
  if (!main) return { description: hasChosen ? 'Nothing undone. Everything stays as it is now' : 'Already undone' };
  const noun = nounOf(main);
  // What only came or went with a record, such as a link, counts where nothing else was changed.
  const own = changes.filter(({ kind, subjectKind }) => kind === subjectKind);
  const counted = own.length > 0 ? own : changes;
  const records = new Set(counted.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`));
  const what = records.size > 1 ? 'All of them' : noun;
  const subject = what.charAt(0).toUpperCase() + what.slice(1);
  if (main.kind === PRODUCT_LINK && what === noun && main.operation !== 'update') {
    const { state } = (main.operation === 'delete' ? main.before : main.after) ?? {};
    return { description: isLinkRemoved(main.operation, state) ? 'Product removed' : 'Product added again' };
  }
  // Of many records a part of each.
  if (main.kind !== main.subjectKind && what !== noun) return { description: 'Change undone' };
  if (new Set(changes.map(({ operation }) => operation)).size > 1 && what !== noun)
    return { description: 'Change undone' };
  if (main.operation === 'delete') return { description: `${subject} deleted` };
  if (main.operation === 'insert') return { description: `${subject} restored`, restored: main };
  return { description: 'Change undone' };
}
