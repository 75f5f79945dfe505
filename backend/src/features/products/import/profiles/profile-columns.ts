import { createHash } from 'node:crypto';
import { MAX_COLUMNS } from '../csv-file';
import { clashes, isFieldName, isProblemHeader, withHeaders, type ImportColumn } from '../import-columns';

/** By what a file with the same headers is known again, in whatever order and case, and with the problems of its bad rows. */
export function headersKey(headers: string[]): string {
  const own = headers.filter((header) => !isProblemHeader(header));
  return createHash('sha256')
    .update(JSON.stringify(own.map(known).sort()))
    .digest('hex');
}

/** The choices for the headers that a profile knows, and what is proposed for the others, unless that is chosen already. */
export function withChoices(proposed: ImportColumn[], choices: ImportColumn[]): ImportColumn[] {
  // By a map: compared with each other, 500 headers of each side would be converted 500 times.
  const left = new Map<string, ImportColumn[]>();
  for (const choice of choices) {
    const header = known(choice.header);
    left.set(header, [...(left.get(header) ?? []), choice]);
  }
  // Several columns with the same header are known by their order.
  const chosen = proposed.map(({ header }) => left.get(known(header))?.shift());
  const taken = chosen.filter((column) => column !== undefined);
  return proposed.map((column, index) => {
    const { header } = column;
    const choice = chosen[index];
    if (choice) return { ...choice, header };
    if (!clashes(column.target, taken)) return column;
    return isFieldName(header) ? withHeaders([{ target: 'field' }], [header])[0] : { header, target: 'ignore' };
  });
}

/** The choices of a file, then the choices of a profile for other headers: the next file may have them again. */
export function mergeChoices(columns: ImportColumn[], former: ImportColumn[]): ImportColumn[] {
  const headers = new Set(columns.map(({ header }) => known(header)));
  const kept = former.filter(({ header, target }) => !headers.has(known(header)) && !clashes(target, columns));
  return [...columns, ...kept].slice(0, MAX_COLUMNS);
}

/** Whether columns are read as proposed. */
export function isProposed(columns: ImportColumn[], proposed: ImportColumn[]): boolean {
  return columns.every(({ target, field }, index) => {
    const other = proposed[index];
    return target === other.target && field === other.field;
  });
}

function known(header: string): string {
  return header.trim().toLowerCase();
}
