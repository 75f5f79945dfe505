import { Link } from 'react-router-dom';
import { useCommands } from '../../commands/commands';
import { recordTypes } from '../../record/record-types';
import { FIELD } from './reply-focus';
import { responseKinds, type ResponseKind } from './thread-response';
import './response-kind.css';

/** An empty field is left: what is written next is an answer, unless one chooses again. */
export function chooseAnswer(): void {
  document.getElementById(kindId('staff'))?.click();
}

const kindId = (kind: ResponseKind): string => `response-kind-${kind}`;

interface KindChoiceProps {
  /** Set by the form, as is what is done about a change. */
  value?: ResponseKind;
  onChange?: (kind: ResponseKind) => void;
}

/** Chooses what kind of response it is; by a key, that it is a note. */
export function KindChoice({ value = 'staff', onChange }: KindChoiceProps) {
  function writeNote() {
    onChange?.('note');
    document.getElementById(FIELD)?.focus();
  }
  useCommands([{ label: 'Write a note', group: 'This screen', keys: 'm', run: writeNote }]);
  return (
    <div role="radiogroup" aria-label="Kind of response" className="response-kinds">
      {responseKinds.map((kind) => (
        <label key={kind.value} className="response-kind-choice">
          <input
            id={kindId(kind.value)}
            type="radio"
            name="response-kind"
            checked={value === kind.value}
            onChange={() => onChange?.(kind.value)}
          />
          {kind.label}
        </label>
      ))}
      <span className="small muted" role="status">
        {responseKinds.find((kind) => kind.value === value)?.hint}
      </span>
    </div>
  );
}

/** What the head of a response says of its kind, and of the update that gave it. */
export function ResponseOrigin({ kind, updateId }: { kind: ResponseKind; updateId: number | undefined }) {
  const update = recordTypes.update;
  return (
    <>
      {kind === 'note' && <b className="response-label">Note, only colleagues see this</b>}
      {kind === 'customer' && <b className="response-label">From the customer</b>}
      {updateId !== undefined && update && (
        <Link to={update.path(updateId)}>
          by {update.noun} #{updateId}
        </Link>
      )}
    </>
  );
}
