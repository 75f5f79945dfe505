import { ApiError, versionOf } from '@ecom-crm/openapi/http';

/**
 * The record as it is now, where a change that started from `base` was stale; any other failure is thrown on. So is one
 * without a newer version, which would be stale for ever.
 */
export function staleRecord<T extends object>(error: unknown, base: T | undefined): T {
  const current = error instanceof ApiError && error.status === 412 ? (error.current as T | undefined) : undefined;
  if (!current || versionOf(current) === versionOf(base)) throw error;
  return current;
}
