import { CloseOutlined } from '@ant-design/icons';
import { useId, useRef, useState } from 'react';
import { KeyboardHint } from '../../components/commands/keyboard-hint';
import { MAX_SEARCH_LENGTH } from '../../components/lib/max-search-length';
import { ModalDialog } from '../../components/ui/modal-dialog';
import { FailedNotice } from '../../components/ui/feedback';
import { PaletteOptions } from './palette-options';
import './palette.css';
import { usePaletteResults, type PaletteResults } from './use-palette-results';
import { usePaletteSelection } from './use-palette-selection';

const LABEL = 'Search';

/** One box for everything: records, screens and actions, by keyboard alone. */
export function Palette({ userId, onClose }: { userId: number; onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const found = usePaletteResults(text.trim(), userId);
  const input = useRef<HTMLInputElement>(null);
  function retry() {
    // The button goes.
    input.current?.focus();
    found.retry();
  }
  function ask(words: string) {
    // A click has taken the focus.
    input.current?.focus();
    setText(words);
  }
  const { active, onKeyDown, point, choose } = usePaletteSelection({ found, userId, onClose, onText: ask });
  const isExpanded = found.entries.length > 0;
  return (
    <ModalDialog label={LABEL} className="palette" onClose={onClose}>
      <div className="palette-head">
        <input
          ref={input}
          role="combobox"
          aria-label={LABEL}
          placeholder={LABEL}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? id : undefined}
          aria-activedescendant={active && `${id}-${found.entries.indexOf(active)}`}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_SEARCH_LENGTH}
          className="dialog-input"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="palette-close icon-button" aria-label="Close" onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      </div>
      {found.error !== null && <FailedNotice text="Search failed" error={found.error} onRetry={retry} />}
      {isExpanded && <PaletteOptions id={id} found={found} active={active} onPoint={point} onChoose={choose} />}
      <div className="palette-foot" hidden={found.error !== null && !isExpanded}>
        <p role="status" className={isExpanded ? undefined : 'palette-nothing'}>
          {statusText(found)}
        </p>
        {isExpanded && (
          <p className="palette-help" aria-hidden>
            <span>
              <KeyboardHint keys="Enter" /> open
            </span>
            <span>
              <KeyboardHint keys="mod+Enter" /> new tab
            </span>
            <span>
              <KeyboardHint keys="Esc" /> close
            </span>
          </p>
        )}
      </div>
    </ModalDialog>
  );
}

function statusText({ typed, words, entries, isSearching, isPartial, error }: PaletteResults): string {
  if (typed === '' || error !== null) return '';
  if (words === '') return 'The name or a code of the product';
  // What leads to a list is one of them.
  const count = entries.length === 1 ? '1 option' : `${entries.length} options`;
  if (entries.length > 0) return isPartial ? `${count}. Not all words match` : count;
  return isSearching ? 'Searching…' : `Nothing found for “${typed}”`;
}
