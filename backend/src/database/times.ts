import { types, type CustomTypesConfig } from 'pg';

/** A row by itself or of a list, where its times are texts already, as they are answered. */
export type Listed<Row> = { [Key in keyof Row]: Row[Key] extends Date ? Date | string : Row[Key] };

/** A time as it is answered. */
export function timeText(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString();
}

const { TIMESTAMPTZ } = types.builtins;
const toDate = types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** Reads times as the texts that are answered; everything else as pg does. */
export const timesAsText: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary'
      ? isoTime
      : types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

/** A time of PostgreSQL as `toISOString` writes it: `2026-11-21 09:30:00.123456+00` as `2026-11-21T09:30:00.123Z`. */
export function isoTime(text: string): string {
  // Another zone or another era.
  if (text.length > 29 || text[10] !== ' ' || !text.endsWith('+00')) return toDate(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
}
