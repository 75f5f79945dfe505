/** A scanner types its digits within so many milliseconds of each other; a person does not. */
const MAX_GAP_MS = 50;
const MIN_DIGITS = 6;
const TEXT_FIELDS = 'input, textarea, select, [contenteditable], [role=combobox], [role=listbox]';

/** Hears the codes of a scanner that is connected as a keyboard: a burst of digits and Enter, outside of text fields. */
export function scannerListener(onCode: (code: string) => void): (event: KeyboardEvent) => void {
  let digits = '';
  let lastAt = 0;
  return (event) => {
    const isField = event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null;
    const isBurst = event.timeStamp - lastAt <= MAX_GAP_MS;
    lastAt = event.timeStamp;
    if (isField || event.ctrlKey || event.metaKey || event.altKey) {
      digits = '';
    } else if (event.key === 'Enter') {
      const code = digits;
      digits = '';
      if (!isBurst || code.length < MIN_DIGITS) return;
      // A button that has the focus is not pressed.
      event.preventDefault();
      event.stopPropagation();
      onCode(code);
    } else {
      digits = /^\d$/.test(event.key) ? (isBurst ? digits : '') + event.key : '';
    }
  };
}
