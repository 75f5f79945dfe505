import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** What browsers say of every key that an input method takes. */
const INPUT_METHOD_KEY = 229;

/**
 * Whether a key belongs to the composition of an input method, such as the Enter that accepts a Japanese word. The trap:
 * Safari ends the composition before it tells of that key, whose `isComposing` is false then. Only `keyCode` is left, which
 * is deprecated, but has no successor for this.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === INPUT_METHOD_KEY;
}
