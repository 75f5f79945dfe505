import type { FileRow } from '../csv-file';
import { shown } from '../row-validation';

const MAX_SAMPLES = 3;
const MAX_CHARACTERS = 80;

/** Puts the first values of each column into `samples` while the rows pass. */
export async function* sampled(rows: AsyncIterable<FileRow>, samples: string[][]): AsyncGenerator<FileRow> {
  for await (const row of rows) {
    samples.forEach((values, index) => {
      const cell = row.cells[index]?.trim();
      if (!cell || values.length === MAX_SAMPLES) return;
      const sample = shown(cell, MAX_CHARACTERS - 1);
      if (!values.includes(sample)) values.push(sample);
    });
    yield row;
  }
}
