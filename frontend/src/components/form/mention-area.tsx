import TextArea from 'antd/es/input/TextArea';
import {
  useContext,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type SyntheticEvent,
} from 'react';
import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { DraftOwner } from '../drafts/draft-owner';
import { Avatar, displayName, usePeople } from '../people/person';
import { handleOf, peopleFor } from '../text/mentions';
import { useMentions } from '../text/use-mentions';
import './mention-area.css';

/** The most colleagues that are offered. */
const MAX_OFFERED = 6;
/** An `@` and what follows it up to the caret: at most two words of a name. */
const TYPED = /(?<![\p{L}\p{N}_.@/-])@(?<typed>[^\s@]*(?: [^\s@]*)?)$/u;

/** A text of several lines in which `@` offers colleagues to mention. */
export function MentionArea({ onKeyDown, ...props }: ComponentProps<typeof TextArea>) {
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const own = useContext(DraftOwner);
  const { byId } = usePeople();
  const { handles } = useMentions();
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const found = typed === undefined ? [] : peopleFor(typed, byId?.values() ?? []);
  // Nobody is notified of what they do themselves.
  const offered = found.filter(({ id }) => id !== own).slice(0, MAX_OFFERED);
  const chosen = offered[Math.min(active, offered.length - 1)];

  function lookForMention({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
    area.current = currentTarget;
    const { value, selectionStart, selectionEnd } = currentTarget;
    const found = selectionStart === selectionEnd ? TYPED.exec(value.slice(0, selectionStart)) : null;
    if (found?.groups?.typed === typed) return;
    setTyped(found?.groups?.typed);
    setActive(0);
  }

  function mention(person: PersonDto) {
    const { current } = area;
    if (!current || typed === undefined) return;
    const caret = current.selectionStart;
    // As if it were typed, so that the form hears of it.
    current.setRangeText(`${handleOf(person, handles)} `, caret - typed.length, caret, 'end');
    current.dispatchEvent(new Event('input', { bubbles: true }));
    setTyped(undefined);
  }

  function choose(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    const isPlain = !ctrlKey && !metaKey && !nativeEvent.isComposing;
    if (!chosen || !isPlain || !['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(key))
      return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
    const index = offered.indexOf(chosen);
    if (key === 'Escape') setTyped(undefined);
    else if (key === 'Enter' || key === 'Tab') mention(chosen);
    else setActive((index + (key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length);
  }

  return (
    <div className="mention-area">
      <TextArea
        {...props}
        aria-autocomplete="list"
        aria-controls={chosen && listId}
        aria-activedescendant={chosen && `${listId}-${chosen.id}`}
        onKeyDown={choose}
        onInput={lookForMention}
        onSelect={lookForMention}
        onBlur={() => setTyped(undefined)}
      />
      {chosen && (
        <ul id={listId} role="listbox" aria-label="Colleagues" className="mention-list">
          {offered.map((person) => (
            <li
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              aria-selected={person === chosen}
              // The text keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => mention(person)}
            >
              <Avatar id={person.id} />
              <bdi>{displayName(person)}</bdi>
              <span className="small muted">{person.email}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {chosen && `${offered.length === 1 ? '1 colleague' : `${offered.length} colleagues`} to mention`}
      </p>
    </div>
  );
}
