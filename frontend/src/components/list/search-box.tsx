import { SearchOutlined } from '@ant-design/icons';
import type { InputRef } from 'antd';
// Alone: the text area and the rest of its family would come before a list is painted.
import Input from 'antd/es/input/Input';
import { useRef, type KeyboardEvent } from 'react';
import { useCommands } from '../commands/commands';
import { isComposing } from '../commands/composition';
import { focusFirstResult } from './first-result';
import { MAX_SEARCH_LENGTH } from '../lib/max-search-length';
import './head/search-box.css';

interface SearchBoxProps {
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  onLeave: () => void;
}

/** The search box of a list; the key `/` leads to it, Enter and the arrow down to the first result. */
export function SearchBox({ placeholder, text, onChange, onLeave }: SearchBoxProps) {
  const input = useRef<InputRef>(null);
  const label = placeholder.replace('...', '');
  useCommands([{ label, group: 'This screen', keys: '/', run: () => input.current?.focus({ cursor: 'all' }) }]);
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      onLeave();
      focusFirstResult(event.currentTarget, text.trim());
    }
    // The first Esc clears the box, the next one leaves it: the keys of the screen work again.
    if (event.key === 'Escape') {
      event.preventDefault();
      if (text) onChange('');
      else input.current?.blur();
    }
  }
  return (
    <div role="search" className="search-box">
      <Input
        ref={input}
        id="search"
        type="search"
        prefix={<SearchOutlined aria-hidden />}
        placeholder={placeholder}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onLeave}
      />
    </div>
  );
}
