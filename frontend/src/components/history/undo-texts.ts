import type { ChangeDto, RevertedDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { recordTypes } from '../record/record-types';
import { formatCount } from '../ui/time-ago';

/** What a change did to one record. */
export type ChangeRef = Pick<ChangeDto, 'kind' | 'recordId' | 'subjectKind' | 'subjectId' | 'operation'>;

/** What is to be undone: all that one request did. */
export interface UndoTarget {
  changeSet: string;
  /** What is known of it. */
  changes: ChangeRef[];
  /** How many records it touched; undefined where that is not known. */
  records?: number;
  /** Whether it touched more records than these: they are counted up to a bound. */
  isMore?: boolean;
}

/** `question`; `response` for what belongs to one. */
export function nounOf({ kind, subjectKind }: Pick<ChangeRef, 'kind' | 'subjectKind'>): string {
  return kind === subjectKind ? (recordTypes[kind]?.noun ?? 'record') : 'response';
}

/** `40 products`. */
export function countedNoun(kind: string, count: number): string {
  return `${formatCount(count)} ${recordTypes[kind]?.count.label.toLowerCase() ?? 'records'}`;
}

const WITH_RESPONSES = ['question', 'problem'];

/** What to ask before something is undone; undefined where that removes nothing and touches one record. */
export function questionBefore({ changes, records = 1, isMore = false }: UndoTarget) {
  const created = changes.find(({ operation }) => operation === 'insert');
  const cancelText = 'Cancel';
  const danger = { okText: 'Delete', okButtonProps: { danger: true }, cancelText };
  if (records > 1) {
    const many = `${isMore ? 'more than ' : ''}${countedNoun(changes[0]?.subjectKind ?? '', records)}`;
    if (created) return { title: `Delete ${many}?`, content: 'Undoing their creation deletes all of them.', ...danger };
    return changes[0]?.operation === 'delete'
      ? { title: `Restore ${many}?`, content: 'All of them come back.', okText: 'Restore', cancelText }
      : {
          title: `Undo the change of ${many}?`,
          content: 'All of them get back what they had before.',
          okText: 'Undo',
          cancelText,
        };
  }
  if (!created) return undefined;
  const noun = nounOf(created);
  const responses = WITH_RESPONSES.includes(created.kind) ? ' and its responses' : '';
  return { title: `Delete this ${noun}?`, content: `Undoing its creation deletes the ${noun}${responses}.`, ...danger };
}

/** What was done by undoing, and the record that one can now open. */
export function outcomeOf({ changes }: RevertedDto): { description: string; restored?: ChangeRef } {
  const main = changes.find(({ kind, subjectKind }) => kind === subjectKind) ?? changes[0];
  if (!main) return { description: 'Already undone' };
  const noun = nounOf(main);
  const what = new Set(changes.map(({ subjectId }) => subjectId)).size > 1 ? 'All of them' : noun;
  const subject = what.charAt(0).toUpperCase() + what.slice(1);
  if (main.operation === 'delete') return { description: `${subject} deleted` };
  if (main.operation === 'insert') return { description: `${subject} restored`, restored: main };
  return { description: 'Change undone' };
}
