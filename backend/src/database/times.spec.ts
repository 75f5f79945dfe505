import { types } from 'pg';
import { isoTime } from './times';

const toDate = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

describe('isoTime', () => {
  it.each([
    ['2026-11-21 09:30:00+00', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21 09:30:00.5+00', '2026-11-21T09:30:00.500Z'],
    ['2026-11-21 09:30:59.012999+00', '2026-11-21T09:30:59.012Z'],
    ['2026-11-21 09:30:00.12+02', '2026-11-21T07:30:00.120Z'],
    ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
    ['12026-11-21 09:30:00+00', '+012026-11-21T09:30:00.000Z'],
  ])('writes %s as %s', (text, iso) => {
    expect(isoTime(text)).toBe(iso);
  });

  it('writes every thousandth just as a date of it is written', () => {
    for (let thousandth = 0; thousandth < 1000; thousandth++) {
      for (const rest of ['', '001', '999']) {
        const text = `2026-11-21 09:30:00.${String(thousandth).padStart(3, '0')}${rest}+00`;
        expect(isoTime(text)).toBe(toDate(text).toISOString());
      }
    }
  });
});
