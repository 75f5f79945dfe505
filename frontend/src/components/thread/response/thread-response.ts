import type { ResponseKind } from './response-kind';

/** A response as a thread shows it. */
export interface ThreadResponse {
  id: number;
  response: string;
  createdAt: string;
  createdById: number;
  /** Absent for what the staff says. */
  kind?: ResponseKind;
  /** The update that gave this response. */
  updateId?: number;
}
