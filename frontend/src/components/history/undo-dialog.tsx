import type { ConflictDto, RevertChoiceDtoTake, RevertDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { ShortText } from './change-details';
import { fieldLabel, noneText, valueText } from './field-changes';
import { recordTypes } from '../record/record-types';
import { Thumbnails } from '../images/thumbnails';
import { formatCount } from '../ui/time-ago';
import { useNames } from './use-names';
import type { UndoTarget } from './undo-question';
import { MAX_NAMED, PRODUCT_LINK } from './undo-texts';
import './history.css';

/** The most later changes that are asked about; the others stay as they are. */
const MAX_QUESTIONS = 50;

interface UndoDialogProps {
  target: UndoTarget;
  conflicts: ConflictDto[];
  /** Whether somebody has changed more while the person chose. */
  isAgain: boolean;
  isSending: boolean;
  onChosen: (how: RevertDto) => void;
  onCancel: () => void;
}

/** Asks, where somebody has changed the same since, what to keep: both values side by side. */
export function UndoDialog({ target, conflicts, isAgain, isSending, onChosen, onCancel }: UndoDialogProps) {
  const isOfMany = hasManyRecords(target, conflicts);
  const gone = conflicts.filter(({ version }) => version === 0);
  const isGone = !isOfMany && gone.length === conflicts.length;
  // Of many, the ones that are gone do not stop the others.
  const leavesGone = isOfMany && gone.length > 0;
  const asked = leavesGone ? conflicts.filter(({ version }) => version !== 0) : conflicts;
  const shown = asked.slice(0, MAX_QUESTIONS).map((conflict) => questionOf(conflict, isOfMany));
  const others = asked.length - shown.length;
  const isFull = conflicts.length >= MAX_NAMED;
  const [taken, setTaken] = useState<Record<string, RevertChoiceDtoTake>>({});
  // One does not choose about each of many: they are kept unless one says otherwise.
  const unsaid = isOfMany ? 'keep' : undefined;
  const isChosen = shown.every(({ id }) => taken[id] ?? unsaid);
  function choose() {
    const choices = shown.map(({ id, conflict: { kind, recordId, field, version } }) => {
      return { kind, recordId, field, version, take: taken[id] ?? 'keep' };
    });
    onChosen(others > 0 || leavesGone || isFull ? { choices, otherwise: 'keep' } : { choices });
  }
  return (
    <Modal
      open
      title="Undo this change"
      okText={isGone ? 'Close' : 'Undo'}
      cancelText="Cancel"
      confirmLoading={isSending}
      okButtonProps={{ disabled: !isGone && !isChosen }}
      cancelButtonProps={isGone ? { style: { display: 'none' } } : undefined}
      onOk={isGone ? onCancel : choose}
      onCancel={onCancel}
      width={720}
    >
      {isGone && <p className="undo-lead">It has since been deleted. Bring it back first.</p>}
      {leavesGone && <p>{goneText(gone, isFull)}</p>}
      {!isGone && shown.length > 0 && (
        <p className="undo-lead">
          {isAgain ? 'It was changed once more. ' : ''}Changed again since then. Pick a version.
        </p>
      )}
      {!isGone &&
        shown.map((question) => (
          <Choice
            key={question.id}
            question={question}
            value={taken[question.id] ?? unsaid}
            onChoose={(take) => setTaken({ ...taken, [question.id]: take })}
          />
        ))}
      {!isGone && (others > 0 || isFull) && <p>{othersText(others, isFull)}</p>}
    </Modal>
  );
}

/** Whether more than one record was changed: what is known of them may be of one alone. */
function hasManyRecords({ records = 1, changes }: UndoTarget, conflicts: ConflictDto[]): boolean {
  const subjects = changes.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`);
  const others = recordsOf(conflicts).map(({ kind, recordId }) => `${kind} ${recordId}`);
  return records > 1 || new Set([...subjects, ...others]).size > 1;
}

/** The conflicts of records themselves, not of their responses. */
function recordsOf(conflicts: ConflictDto[]): ConflictDto[] {
  return conflicts.filter(({ kind }) => recordTypes[kind]);
}

function goneText(gone: ConflictDto[], isFull: boolean): string {
  // The responses of a record go with it.
  const count = recordsOf(gone).length || gone.length;
  const many = `${isFull ? 'At least ' : ''}${formatCount(count)} of them`;
  return count === 1 ? `${many} has since been deleted and stays so.` : `${many} have since been deleted and stay so.`;
}

function othersText(others: number, isFull: boolean): string {
  if (isFull) return 'All others that were changed again stay as they are now.';
  return others === 1 ? '1 more stays as it is now.' : `${others} more stay as they are now.`;
}

interface Question {
  id: string;
  label: string;
  conflict: ConflictDto;
  /** Whether the choice is between a record and none: what was created is deleted as a whole or not at all. */
  isDeletion: boolean;
}

function questionOf(conflict: ConflictDto, isOfMany: boolean): Question {
  const { kind, recordId, field, restore } = conflict;
  const noun = fieldLabel(kind === PRODUCT_LINK ? 'link to the product' : (recordTypes[kind]?.noun ?? 'response'));
  const parts = [isOfMany && `${noun} ${recordId}`, field !== '*' && fieldLabel(field)];
  const label = parts.filter(Boolean).join(' · ') || noun;
  return { id: `${kind} ${recordId} ${field}`, label, conflict, isDeletion: field === '*' && restore === null };
}

interface ChoiceProps {
  question: Question;
  value?: RevertChoiceDtoTake;
  onChoose: (take: RevertChoiceDtoTake) => void;
}

function Choice({ question, value, onChoose }: ChoiceProps) {
  const { id, label, isDeletion, conflict } = question;
  const { field, restore, current } = conflict;
  return (
    <fieldset className="undo-choice">
      <legend>{label}</legend>
      <Radio.Group
        name={id}
        value={value}
        onChange={({ target }) => onChoose(target.value as RevertChoiceDtoTake)}
        className="undo-sides"
      >
        <div>
          <Radio value="restore">{isDeletion ? 'Delete it' : 'Back to this'}</Radio>
          {!isDeletion && <Value field={field} value={restore} />}
        </div>
        <div>
          <Radio value="keep">Keep as it is now</Radio>
          {!isDeletion && <Value field={field} value={current} />}
        </div>
      </Radio.Group>
    </fieldset>
  );
}

function Value({ field, value }: { field: string; value: unknown }) {
  const names = useNames(field === 'tagIds');
  if (field === 'images' && Array.isArray(value) && value.length > 0) return <Thumbnails images={value as string[]} />;
  const text = field === 'images' ? '' : valueText(field, value, names);
  return text ? <ShortText text={text} /> : <p className="muted">{noneText(field)}</p>;
}
