const VERSION = Symbol('version');

/** Remembers the version of an answered record, which is sent as its `ETag`; the body stays as it is. */
export function withVersion<T extends object>(answer: T, version: number): T {
  // A symbol: it is no part of the JSON.
  return Object.assign(answer, { [VERSION]: version });
}

/** The `ETag` of an answer, or undefined where it is no record. */
export function tagOf(answer: unknown): string | undefined {
  const version = (answer as { [VERSION]?: number } | null | undefined)?.[VERSION];
  return version === undefined ? undefined : `"${version}"`;
}
