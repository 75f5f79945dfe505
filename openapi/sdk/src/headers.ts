// What the headers of an answer say: for the SDK and for the screens.

/** A change set has the number of its request; the answer to a repeat tells that of the first one. */
export function changeSetIn({ headers }: Response): string | null {
  return headers.get('x-original-request-id') ?? headers.get('x-request-id');
}

/** Whether the records of a list have some of the searched words only, because none has all. */
export function isPartialIn({ headers }: Response): boolean {
  return headers.get('x-matches') === 'partial';
}
