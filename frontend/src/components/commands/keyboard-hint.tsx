import { Fragment } from 'react';
import { keysToPress } from './shortcut-keys';

/** The keys of a shortcut, as they are on the keyboard. */
export function KeyboardHint({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keysToPress(keys).map((key, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
