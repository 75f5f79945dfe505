import { recordTypes, type RecordRef } from '../record/record-types';
import { formatCount } from '../ui/time-ago';
import { countedKind, countedNoun, nounOf, PRODUCT_LINK, type ChangeRef } from './undo-texts';

/** What is to be undone: all that one request did, or what it did to one record. */
export interface UndoTarget {
  changeSet: string;
  /** The record whose changes alone are undone. */
  only?: RecordRef;
  /** What is known of it. */
  changes: ChangeRef[];
  /** How many records it touched; 1 unless given. */
  records?: number;
  /** How many of them it created, and deleted. */
  created?: number;
  deleted?: number;
  /** Whether it touched more records than these: they are counted up to a bound. */
  isMore?: boolean;
  /** Whether some of them are of other kinds than the first. */
  hasOtherKinds?: boolean;
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
