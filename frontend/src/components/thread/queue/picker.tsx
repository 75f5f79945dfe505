import type { FieldRules } from '@ecom-crm/openapi/rules';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '../../commands/composition';
import { ModalDialog } from '../../ui/modal-dialog';
import '../../ui/picker.css';
import { matchingOptions, type PickerOption } from './picker-options';

interface PickerProps {
  label: string;
  options: PickerOption[];
  /** The picker stays there until the caller takes it away; with Shift or the mouse, the person may pick more (`isMore`). */
  onPick: (key: string, isMore: boolean) => void;
  onClose: () => void;
  /** Offers to make what was typed, where no option has that name. */
  onCreate?: (text: string, isMore: boolean) => void;
  /** How long it may be. */
  createRules?: FieldRules;
  /** What it says where nothing is found. */
  noneText?: string;
  /** Below the options. */
  foot?: ReactNode;
}

/** A list to pick one thing from by a few letters: the arrows and Enter, a digit, or a click. */
export function Picker(props: PickerProps) {
  const { label, options, onPick, onClose, onCreate, createRules, noneText = 'Nothing is called that', foot } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const isTooLong = typed.trim().length > (createRules?.maxLength ?? Infinity);
  const shown = matching(options, typed, onCreate !== undefined && !isTooLong);
  const chosen = shown[Math.min(index, shown.length - 1)];

  const chosenId = chosen && `${id}-${chosen.key}`;
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  function pick(option: PickerOption | undefined, isMore: boolean) {
    if (!option) return;
    if (option.key === CREATE) onCreate?.(typed.trim(), isMore);
    else onPick(option.key, isMore);
    setTyped('');
    // Enter after several picks does not pick what happens to be first.
    setIndex(NONE);
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const byDigit = typed ? undefined : options.find(({ digit }) => digit === key);
    if (!step && !byDigit && key !== 'Enter') return;
    event.preventDefault();
    if (step) setIndex(indexAfter(index, step, shown.length));
    else if (index === NONE && !byDigit && !shiftKey) onClose();
    else pick(byDigit ?? chosen, shiftKey);
  }
  return (
    <ModalDialog label={label} className="picker" onClose={onClose}>
      <input
        className="dialog-input picker-input"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosenId}
        aria-autocomplete="list"
        autoComplete="off"
        autoFocus
        placeholder={`${label}…`}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={id}
        role="listbox"
        aria-label={label}
        className="picker-options"
        // Who has picked by the mouse goes on typing.
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown.map((option) => (
          <li
            key={option.key}
            id={`${id}-${option.key}`}
            role="option"
            aria-selected={option === chosen}
            className="picker-option"
            onClick={() => pick(option, true)}
          >
            <span className="picker-check" aria-hidden>
              {option.isChosen && '✓'}
            </span>
            <span className="picker-text">
              {option.content ?? option.label}
              {option.isChosen && <span className="visually-hidden">, chosen</span>}
            </span>
            {option.hint && <span className="small muted">{option.hint}</span>}
            {option.digit && (
              <span className="keys" aria-hidden>
                <kbd>{option.digit}</kbd>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className={shown.length === 0 ? 'picker-none muted' : 'visually-hidden'}>
        {shown.length === 0
          ? (isTooLong && createRules?.messages.maxLength) || noneText
          : `${shown.length} to pick from`}
      </p>
      {foot && <div className="picker-foot">{foot}</div>}
    </ModalDialog>
  );
}

const CREATE = 'create';
/** The index while no option is highlighted. */
const NONE = -1;

/** One further down or up; behind the last comes the first. */
function indexAfter(index: number, step: number, count: number): number {
  const from = index === NONE && step < 0 ? 0 : Math.min(index, count - 1);
  return (from + step + count) % Math.max(1, count);
}

function matching(options: PickerOption[], typed: string, canCreate: boolean): PickerOption[] {
  const found = matchingOptions(options, typed);
  const name = typed.trim();
  if (!canCreate || !name || options.some(({ label }) => label.toLowerCase() === name.toLowerCase())) return found;
  return [...found, { key: CREATE, label: `Create “${name}”` }];
}
