import TextArea from 'antd/es/input/TextArea';
import { useId, useRef, useState, type ComponentProps, type KeyboardEvent, type SyntheticEvent } from 'react';
import { isComposing } from '../commands/composition';
import { lazyPart } from '../ui/lazy-part';
import type { MentionKeys } from './mention-list';

// Only who types an `@` needs it.
const MentionList = lazyPart(() => import('./mention-list'));

/** An `@` and what follows it up to the caret: at most two words of a name. */
const TYPED = /(?<![\p{L}\p{N}_.@/-])@(?<typed>[^\s@]*(?: [^\s@]*)?)$/u;

/** A text of several lines in which `@` offers colleagues to mention. */
export function MentionArea({ onKeyDown, ...props }: ComponentProps<typeof TextArea>) {
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const keys = useRef<MentionKeys>(null);
  const [typed, setTyped] = useState<string>();
  const [activeId, setActiveId] = useState<string>();

  function lookForMention({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
    area.current = currentTarget;
    const { value, selectionStart, selectionEnd } = currentTarget;
    const found = selectionStart === selectionEnd ? TYPED.exec(value.slice(0, selectionStart)) : null;
    setTyped(found?.groups?.typed);
  }

  function mention(handle: string) {
    const { current } = area;
    if (!current || typed === undefined) return;
    const caret = current.selectionStart;
    // As if it were typed, so that the form hears of it.
    current.setRangeText(`${handle} `, caret - typed.length, caret, 'end');
    current.dispatchEvent(new Event('input', { bubbles: true }));
    setTyped(undefined);
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isPlain = !ctrlKey && !metaKey && !shiftKey && !altKey && !isComposing(event);
    if (!isPlain || !keys.current?.press(key)) return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="mention-area">
      <TextArea
        {...props}
        aria-autocomplete="list"
        aria-controls={activeId && listId}
        aria-activedescendant={activeId}
        onKeyDown={press}
        onInput={lookForMention}
        onSelect={lookForMention}
        onBlur={() => setTyped(undefined)}
      />
      {typed !== undefined && (
        <MentionList
          key={typed}
          id={listId}
          typed={typed}
          keys={keys}
          onActive={setActiveId}
          onChoose={mention}
          onClose={() => setTyped(undefined)}
        />
      )}
    </div>
  );
}
