import { useContext, useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { DraftOwner } from '../drafts/draft-owner';
import { Avatar, displayName, usePeople } from '../people/person';
import { handleOf, peopleFor } from '../text/mentions';
import { useMentions } from '../text/use-mentions';
import './mention-list.css';

/** The most colleagues that are offered. */
const MAX_OFFERED = 6;

/** What the field hands over while the list is open. */
export interface MentionKeys {
  /** Whether the list has used a key. */
  press: (key: string) => boolean;
}

interface MentionListProps {
  id: string;
  /** What stands after the `@`. */
  typed: string;
  keys: Ref<MentionKeys>;
  /** Tells the id of the option that is active; undefined for none. */
  onActive: (id: string | undefined) => void;
  onChoose: (handle: string) => void;
  onClose: () => void;
}

/** The colleagues to mention below a field that keeps the focus. */
export default function MentionList({ id, typed, keys, onActive, onChoose, onClose }: MentionListProps) {
  const own = useContext(DraftOwner);
  const { byId } = usePeople();
  const { handles } = useMentions();
  const [index, setIndex] = useState(0);
  // Nobody is notified of what they do themselves.
  const offered = peopleFor(typed, byId?.values() ?? [])
    .filter((person) => person.id !== own)
    .slice(0, MAX_OFFERED);
  const chosen = offered[index];
  const activeId = chosen && `${id}-${chosen.id}`;

  useImperativeHandle(keys, () => ({
    press: (key) => {
      if (!chosen) return false;
      if (key === 'Escape') onClose();
      else if (key === 'Enter' || key === 'Tab') onChoose(handleOf(chosen, handles));
      else if (key === 'ArrowDown') setIndex((index + 1) % offered.length);
      else if (key === 'ArrowUp') setIndex((index + offered.length - 1) % offered.length);
      else return false;
      return true;
    },
  }));
  useEffect(() => {
    onActive(activeId);
    return () => onActive(undefined);
  }, [activeId, onActive]);

  return (
    <>
      {chosen && (
        <ul id={id} role="listbox" aria-label="Colleagues" className="mention-list">
          {offered.map((person) => (
            <li
              key={person.id}
              id={`${id}-${person.id}`}
              role="option"
              aria-selected={person === chosen}
              // The text keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(handleOf(person, handles))}
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
    </>
  );
}
