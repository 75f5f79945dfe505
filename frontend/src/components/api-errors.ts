import { ApiError } from '@ecom-crm/openapi/http';

/** The server's own sentence about a failed call, else a general one. */
export function serverMessage(error: unknown, otherwise = 'An error occurred'): string {
  return (error instanceof ApiError && error.serverMessage) || otherwise;
}

/** Whether a failed call was answered with this status. */
export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}

/** The number under which the server's log has a call that failed, if the server answered it. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}

/** The fields of a form that the server found fault with, each with its messages; `images.0` counts as `images`. */
export function faultyFields<Name extends string>(error: unknown, names: readonly Name[]): { name: Name; errors: string[] }[] {
  if (!(error instanceof ApiError)) return [];
  const faults = error.fieldErrors.map(({ field, message }) => ({ field: field.split(/[.[]/)[0], message }));
  return names
    .map((name) => ({ name, errors: faults.filter(({ field }) => field === name).map(({ message }) => message) }))
    .filter(({ errors }) => errors.length > 0);
}

/** The server's sentence about a refused form, unless it names one of these fields: then it stands there. */
export function generalFault(error: unknown, names: readonly string[]): string | undefined {
  if (!(error instanceof ApiError) || faultyFields(error, names).length > 0) return undefined;
  return error.serverMessage ?? undefined;
}
