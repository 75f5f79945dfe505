import { Fragment } from 'react';

/** Words of capitals and digits with hyphens and at least one digit, such as VL-SA-40478; longer ones may be broken. */
const CODE = /(?<![\p{L}\d-])((?=[\p{Lu}-]*\d)[\p{Lu}\d]+(?:-[\p{Lu}\d]+)+(?![\p{L}\d-]))/u;
const MAX_LENGTH = 24;

/** The parts of a text; those at odd places are codes. */
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
