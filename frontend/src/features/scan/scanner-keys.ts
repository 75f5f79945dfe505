/** A scanner types its characters within so many milliseconds of each other; a person does not. */
const MAX_GAP_MS = 100;
/** A pause within a code, of a page that was busy, is at most so many milliseconds long. */
const MAX_PAUSE_MS = 500;
/** So many keys in a row are the beginning of a code. */
const MIN_BURST = 3;
const CODE = /^(?=.*\d).{6,}$/;
const MODIFIERS = ['Shift', 'CapsLock', 'AltGraph', 'Control', 'Alt', 'Meta'];
const TEXT_FIELDS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox], [role=listbox]';

/** Hears the codes of a scanner that is connected as a keyboard: a burst of characters and Enter, outside of text fields. */
export function scannerListener(onCode: (code: string) => void): (event: KeyboardEvent) => void {
  let burst = '';
  let lastAt = 0;
  // What follows a pause is a tail, which another product may have as its code.
  let hasPause = false;
  return (event) => {
    if (MODIFIERS.includes(event.key)) return;
    const gap = event.timeStamp - lastAt;
    lastAt = event.timeStamp;
    if (!burst || gap > MAX_GAP_MS) hasPause = burst.length >= MIN_BURST && gap <= MAX_PAUSE_MS;
    if (gap > MAX_GAP_MS && !hasPause) burst = '';
    const isField = event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null;
    if (isField || event.repeat || event.ctrlKey || event.metaKey || event.altKey) {
      burst = '';
    } else if (event.key === 'Enter') {
      const code = burst;
      burst = '';
      if (!CODE.test(code)) return;
      // A button that has the focus is not pressed.
      take(event);
      if (!hasPause) onCode(code);
    } else if (event.key.length === 1) {
      // By now it is a code, most likely: its other characters are no shortcuts, and a space presses no button.
      if (CODE.test(burst)) take(event);
      burst += event.key;
    } else {
      burst = '';
    }
  };
}

/** Keeps a key from the screen and the browser. */
function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
