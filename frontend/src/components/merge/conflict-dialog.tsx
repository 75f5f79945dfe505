import { Modal } from 'antd';
import { useId, useRef, useState } from 'react';
import { difference } from './difference';
import type { Conflict } from './merge';
import { threadStatuses } from '../thread/thread-status';
import { thumbnailAddress, THUMBNAIL_PX } from '../images/thumbnails';
import './conflict-dialog.css';

/** Values that two people have changed differently, and what to do with the choice: those to be taken from the other. */
export interface ConflictQuestion {
  conflicts: Conflict[];
  onAnswer: (theirs: Conflict[] | undefined) => void;
}

interface ConflictDialogProps {
  noun: string;
  /** The fields as people call them. */
  labels: Record<string, string>;
  question: ConflictQuestion;
}

/** Shows both values of each conflict side by side, and lets a person choose. */
export default function ConflictDialog({ noun, labels, question: { conflicts, onAnswer } }: ConflictDialogProps) {
  const [open, setOpen] = useState(true);
  const [theirs, setTheirs] = useState<readonly Conflict[]>([]);
  const choices = useRef<HTMLDivElement>(null);

  function close(answer: Conflict[] | undefined) {
    setOpen(false);
    onAnswer(answer);
  }
  return (
    <Modal
      open={open}
      title={`This ${noun} was saved elsewhere while you edited it`}
      className="conflict-dialog"
      width={760}
      okText="Save"
      cancelText="Cancel"
      mask={{ closable: false }}
      onOk={() => close([...theirs])}
      onCancel={() => close(undefined)}
      // Enter on the button that closes it would answer the question.
      afterOpenChange={(isOpen) => isOpen && choices.current?.querySelector('input')?.focus()}
    >
      <p className="muted">Pick a version for these fields; everything else is merged.</p>
      <div ref={choices}>
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.path.join('\n')}
            label={conflict.path[1] ?? labels[conflict.path[0]] ?? conflict.path[0]}
            conflict={conflict}
            isTheirs={theirs.includes(conflict)}
            onChoose={(isTheirs) =>
              setTheirs([...theirs.filter((one) => one !== conflict), ...(isTheirs ? [conflict] : [])])
            }
          />
        ))}
      </div>
    </Modal>
  );
}

interface ChoiceProps {
  label: string;
  conflict: Conflict;
  isTheirs: boolean;
  onChoose: (isTheirs: boolean) => void;
}

function Choice({ label, conflict, isTheirs, onChoose }: ChoiceProps) {
  const name = useId();
  const { mine, theirs, path } = conflict;
  return (
    <fieldset className="conflict">
      <legend>{label}</legend>
      <label className="conflict-side">
        <input type="radio" name={name} checked={!isTheirs} onChange={() => onChoose(false)} />
        <span className="conflict-owner">Mine</span>
        <Value value={mine} other={theirs} path={path} />
      </label>
      <label className="conflict-side">
        <input type="radio" name={name} checked={isTheirs} onChange={() => onChoose(true)} />
        <span className="conflict-owner">Theirs</span>
        <Value value={theirs} other={mine} path={path} />
      </label>
    </fieldset>
  );
}

function Value({ value, other, path }: { value: unknown; other: unknown; path: string[] }) {
  if (path[0] === 'images' && Array.isArray(value)) return <Pictures images={value as string[]} />;
  const [text, otherText] = [value, other].map((one) => textOf(one, path[0]));
  if (!text) return <span className="conflict-value muted">{path.length > 1 ? 'Removed' : 'Empty'}</span>;
  const [start, differs, end] = difference(text, otherText);
  // Where nothing is alike, a mark says nothing.
  if (!start && !end)
    return (
      <span className="conflict-value" dir="auto">
        {text}
      </span>
    );
  return (
    <span className="conflict-value" dir="auto">
      {start}
      {differs && <mark>{differs}</mark>}
      {end}
    </span>
  );
}

function textOf(value: unknown, field: string): string {
  const text = Array.isArray(value) ? value.join(', ') : String((value ?? '') as string | number | boolean);
  return field === 'status' ? (threadStatuses.find((status) => status.value === text)?.label ?? text) : text;
}

function Pictures({ images }: { images: string[] }) {
  if (images.length === 0) return <span className="conflict-value muted">No images</span>;
  return (
    <span className="conflict-value conflict-pictures">
      {images.map((image, index) => (
        <img
          key={`${index} ${image.slice(0, 200)}`}
          src={thumbnailAddress(image)}
          alt={`Image ${index + 1} of ${images.length}`}
          width={THUMBNAIL_PX}
          height={THUMBNAIL_PX}
          referrerPolicy="no-referrer"
        />
      ))}
    </span>
  );
}
