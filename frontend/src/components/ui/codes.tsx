import { Fragment } from 'react';
import { CODE_PATTERN } from '../text/code-pattern';

/** `2012-2019`, `280 mm`. */
const NUMBERS = /\d+-\d+|\d+ (?:mm|cm|ml|kg|l|g|V|A|W)\b/;
const CODE = new RegExp(`(${CODE_PATTERN.source}|${NUMBERS.source})`);
/** Longer ones may be broken: they need not fit into a line. */
const MAX_LENGTH = 24;

/** The parts of a text; those at odd indexes are codes, and numbers that belong together. */
export function splitAtCodes(text: string): string[] {
  return text.split(CODE);
}

/** A text whose codes are not broken across lines: somebody reads them out. */
export function Codes({ text }: { text: string }) {
  return splitAtCodes(text).map((part, index) =>
    index % 2 === 1 && part.length <= MAX_LENGTH ? (
      <span key={index} className="code">
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
