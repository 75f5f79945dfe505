import type { PieceDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useEffect, useRef } from 'react';
import { KeyboardHint } from '../../components/commands/keyboard-hint';
import { SHOW_ALL, type Entry } from './palette-entries';
import { RecordFacts, RecordThumb } from './palette-record';
import './palette-option.css';
import type { PaletteResults } from './use-palette-results';

interface PaletteOptionsProps {
  id: string;
  found: PaletteResults;
  active: Entry | undefined;
  onPoint: (entry: Entry) => void;
  onChoose: (entry: Entry, newTab: boolean) => void;
}

/** What was found, in groups. The focus stays in the box, which names the active one. */
export function PaletteOptions({ id, found: { groups, entries }, active, onPoint, onChoose }: PaletteOptionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className="palette-options">
      {groups.map(({ label, entries: ofGroup, isPartial }, number) => (
        <div key={label} role="group" aria-labelledby={`${id}-group-${number}`}>
          <div id={`${id}-group-${number}`} role="presentation" className="palette-group">
            {label}
            {isPartial && <span className="palette-partial"> · not all words match</span>}
          </div>
          {ofGroup.map((entry) => (
            <Option
              key={entry.key}
              id={`${id}-${entries.indexOf(entry)}`}
              entry={entry}
              isActive={entry === active}
              onPoint={() => onPoint(entry)}
              onChoose={(newTab) => onChoose(entry, newTab)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (newTab: boolean) => void;
}

function Option({ id, entry, isActive, onPoint, onChoose }: OptionProps) {
  const { title, detail = [], noun, record, hasPicture, keys } = entry;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isActive}
      className={entry.key.startsWith(SHOW_ALL) ? 'palette-option palette-all' : 'palette-option'}
      onMouseMove={() => isActive || onPoint()}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
    >
      {hasPicture && record && <RecordThumb image={record.image} />}
      <span className="palette-text">
        <span className="palette-title" dir="auto">
          <Pieces pieces={title} />
        </span>
        {detail.length > 0 && (
          <>
            {' '}
            <span className="palette-detail" dir="auto">
              <Pieces pieces={detail} />
            </span>
          </>
        )}
      </span>{' '}
      {record ? <RecordFacts {...record} /> : noun && <span className="palette-noun">{noun}</span>}
      {keys && <KeyboardHint keys={keys} />}
    </div>
  );
}

function Pieces({ pieces }: { pieces: PieceDto[] }) {
  return pieces.map(({ text, match }, index) => (match ? <mark key={index}>{text}</mark> : text));
}
