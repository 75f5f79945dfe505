import type { Request } from 'express';

/** Whether a request is only tried out; `DryRunGuard` marks it. */
export function isDryRun(request: Request): boolean {
  return (request as { isDryRun?: boolean }).isDryRun ?? false;
}
