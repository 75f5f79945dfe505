import { QueryFailedError } from 'typeorm';
import { databaseError } from './database-error';

/** An error as the driver gives it, with its SQLSTATE or the code of Node. */
const failed = (code: string, message = `INSERT INTO "products" failed at pg_catalog`): QueryFailedError =>
  new QueryFailedError('INSERT INTO "products"', [], Object.assign(new Error(message), { code }));

describe('databaseError', () => {
  it.each([
    ...['22001', '22003', '22021', '22P02', '22P05', '23502', '23503', '23514', '54000', '54001'].map(
      (code) => [code, 400] as const,
    ),
    ['23505', 409] as const,
    ...[
      '08000',
      '08006',
      '40001',
      '40P01',
      '40003',
      '53100',
      '53200',
      '53300',
      '55P03',
      '57014',
      '57P01',
      '57P03',
      '58030',
      '25P03',
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'EPIPE',
      'ENETUNREACH',
      'EHOSTDOWN',
    ].map((code) => [code, 503] as const),
  ])('answers %s with %i, in words that tell nothing of the database', (code, status) => {
    const answer = databaseError(failed(code));
    expect(answer?.status).toBe(status);
    expect(answer?.message).not.toMatch(/INSERT|products|pg_/);
  });

  it.each(['42601', '42P01', '42501', 'XX000', ''])(
    'leaves %s, a fault of our own, to the 500 that everything else is',
    (code) => {
      expect(databaseError(failed(code))).toBeNull();
    },
  );

  it('says of a full disk that nothing can be saved', () => {
    expect(databaseError(failed('53100'))?.message).toMatch(/disk is full, so nothing can be saved/);
  });

  it('says of a statement that was stopped that it took too long', () => {
    expect(databaseError(failed('57014'))?.message).toMatch(/took too long/);
  });

  it('takes every failure to connect as an absence, but not a file that is missing', () => {
    const missing = (syscall: string): Error => Object.assign(new Error('missing'), { code: 'ENOENT', syscall });
    expect(databaseError(missing('connect'))?.status).toBe(503);
    expect(databaseError(missing('open'))).toBeNull();
  });

  it('knows a lost connection without a code by its words', () => {
    expect(databaseError(new Error('Connection terminated unexpectedly'))?.status).toBe(503);
  });
});
