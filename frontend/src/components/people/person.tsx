import type { CSSProperties } from 'react';
import { usePerson } from './use-people';
import './person.css';

export { displayName, useKnownPeople, usePeople } from './use-people';

/** Degrees between the colours of two users who registered one after the other: no two of the first dozens are alike. */
const GOLDEN_ANGLE = 137.5;

interface PersonProps {
  /** The number of the user; null for what was written past the app. */
  id: number | null;
}

/** Names a person. */
export function Person({ id }: PersonProps) {
  const { name, email } = usePerson(id);
  return (
    <bdi className="person" title={email}>
      {name}
    </bdi>
  );
}

/** The initials of a person on a colour that stays theirs. `named` tells assistive technology who it is, where the name is not on the screen. */
export function Avatar({ id, named = false }: PersonProps & { named?: boolean }) {
  const { name, email } = usePerson(id);
  const style = { '--hue': `${Math.round((id ?? 0) * GOLDEN_ANGLE) % 360}deg` } as CSSProperties;
  return (
    <span
      className={id === null ? 'avatar avatar-nobody' : 'avatar'}
      style={style}
      title={named ? (email ?? name) : undefined}
      {...(named ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {/* An unknown person is called “Somebody”, which has no initials. */}
      {email === undefined ? '' : initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word; words of an e-mail end at dots, too. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  // By code points: half an emoji is none.
  return ends.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('');
}
