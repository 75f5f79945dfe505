import { ApiError } from '@ecom-crm/openapi/http';

const EARLIER_TRY_SAVED = 'Your first attempt was saved. Press again to save this as another one.';

/** What is said of a call that got no answer. */
export const UNREACHED = 'The server could not be reached.';

/** The server's own sentence about a failed call, else a general one. */
export function serverMessage(error: unknown, otherwise = generalMessage(error)): string {
  if (isSentBefore(error)) return EARLIER_TRY_SAVED;
  return (error instanceof ApiError && error.serverMessage) || otherwise;
}

function generalMessage(error: unknown): string {
  if (!navigator.onLine) return 'You are offline. Try again later.';
  // So `fetch` says that no answer came.
  return error instanceof TypeError ? UNREACHED : 'An error occurred';
}

/** The server's sentence, else its name for the error, else a general sentence. */
export function serverMessageOrError(error: unknown, otherwise: string): string {
  return serverMessage(error, (error instanceof ApiError && error.errorName) || otherwise);
}

/** Whether a form was saved already, with other values, by a try whose answer was lost. */
export function isSentBefore(error: unknown): boolean {
  return hasStatus(error, 422);
}

/** Whether a failed call was answered with this status. */
export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}

/** Whether nobody knows what a failed call did: its answer was lost on the way, or the server broke off. */
export function isAnswerLost(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

/** Whether a failed call did not come through, or a proxy answered in place of the server. */
export function isUnreached(error: unknown): boolean {
  return !(error instanceof ApiError) || (hasStatus(error, 502, 503, 504) && !error.serverMessage);
}

/** The number under which the server's log has a call that failed, if the server answered it. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}

/** The fields of a form that the server found fault with, each with its messages; `images.0` counts as `images`. */
export function faultyFields<Name extends string>(
  error: unknown,
  names: readonly Name[],
): { name: Name; errors: string[] }[] {
  if (!(error instanceof ApiError)) return [];
  const faults = error.fieldErrors.map(({ field, message }) => ({ field: field.split(/[.[]/)[0], message }));
  return names
    .map((name) => ({ name, errors: faults.filter(({ field }) => field === name).map(({ message }) => message) }))
    .filter(({ errors }) => errors.length > 0);
}

/** The server's sentence about a refused form, unless it names one of these fields: then it stands there. */
export function generalFault(error: unknown, names: readonly string[]): string | undefined {
  if (!(error instanceof ApiError) || faultyFields(error, names).length > 0) return undefined;
  return serverMessage(error, '') || undefined;
}
