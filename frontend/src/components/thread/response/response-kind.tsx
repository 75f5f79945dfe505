import { Link } from 'react-router-dom';
import { recordTypes } from '../../record/record-types';
import { kindId } from './reply-focus';
import { responseKinds, type ResponseKind } from './thread-response';
import './response-kind.css';

interface KindChoiceProps {
  /** Set by the form, as is what is done about a change. */
  value?: ResponseKind;
  onChange?: (kind: ResponseKind) => void;
}

/** Chooses what kind of response it is. */
export function KindChoice({ value = 'staff', onChange }: KindChoiceProps) {
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
