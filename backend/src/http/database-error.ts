import { QueryFailedError } from 'typeorm';

/** SQLSTATE classes and Node codes that say "the database is away": connection, shutdown, too many clients, time-outs, a failing disk, a standby. */
const AWAY = /^(08|53|58030|57P|55P03|25P0[34]|25006|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOST|ENET)/;
const AWAY_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|connection is closed|not queryable|Cannot use a pool|is not initialized|already released/i;

export const AWAY_MESSAGE = 'The database is away for a moment. Please try again';

export const DISK_FULL_MESSAGE =
  "The server's disk is full, so nothing can be saved now. Please tell whoever runs the server, and try again later";

interface DriverError {
  code?: string;
  /** `connect` also where the socket of the server is missing: ENOENT, as of any file. */
  syscall?: string;
  constraint?: string;
  message?: string;
}

function driverError(error: unknown): DriverError {
  return (error instanceof QueryFailedError ? error.driverError : (error ?? {})) as DriverError;
}

/** The status and message for an error of the database; null for any other error. */
export function databaseError(error: unknown): { status: number; message: string } | null {
  const { code = '', syscall, message = '' } = driverError(error);
  if (code === '53100') return { status: 503, message: DISK_FULL_MESSAGE };
  if (code === '57014') return { status: 503, message: 'That took too long, and was stopped. Please try again' };
  if (syscall === 'connect' || AWAY.test(code) || AWAY_TEXT.test(message))
    return { status: 503, message: AWAY_MESSAGE };
  if (code.startsWith('40')) return { status: 503, message: 'Somebody else was faster. Please try again' };
  if (isUniqueViolation(error)) return { status: 409, message: 'There is one like this already' };
  if (/^(22|54)/.test(code)) return { status: 400, message: 'A value of the request cannot be stored' };
  if (code.startsWith('23')) return { status: 400, message: 'The request breaks a rule of the database' };
  return null;
}

/** Whether two transactions were in conflict; the same request can be tried again. */
export function isSerializationFailure(error: unknown): boolean {
  return /^(40001|40P01)$/.test(driverError(error).code ?? '');
}

/** Whether a statement took longer than it may. */
export function isTimeout(error: unknown): boolean {
  return driverError(error).code === '57014';
}

/** Whether somebody else held a lock for too long. */
export function isLockNotAvailable(error: unknown): boolean {
  return driverError(error).code === '55P03';
}

export function violatesConstraint(error: unknown, constraint: string): boolean {
  return driverError(error).constraint === constraint;
}

/** For `catch`: throws `make()` where the constraint is violated, and any other error as it is. */
export function mapViolation(constraint: string, make: () => Error): (error: unknown) => never {
  return (error) => {
    throw violatesConstraint(error, constraint) ? make() : error;
  };
}

export function isUniqueViolation(error: unknown): boolean {
  return driverError(error).code === '23505';
}

/** Whether the parent of a row is missing; a missing image is another error. */
export function isForeignKeyViolation(error: unknown): boolean {
  return driverError(error).code === '23503' && !violatesConstraint(error, 'image_is_stored');
}
