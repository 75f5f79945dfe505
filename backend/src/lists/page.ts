import type { HttpException } from '@nestjs/common';
import { fieldProblem } from '../http/field-problem';

/** The last record of a page; `$key` is the text that the list is ordered by, if it is: no column of a record is called so. */
export interface KeysetCursor {
  id: number;
  $key?: string;
}

/** Rows of a list in its order. */
export interface Page<Row> {
  rows: (Row & KeysetCursor)[];
  /** Whether more rows may follow. */
  hasMore: boolean;
  /** Whether they have some of the searched words only. */
  isPartial?: boolean;
}

/** Reads up to `limit` rows after a cursor, or the first ones; fewer where they are large. */
export type ReadRows<Row> = (page: { after: KeysetCursor | null; limit: number }) => Promise<Page<Row>>;

export const CURSOR_PROBLEM = 'cursor must come from the Link header of the page before';

/** The 400 for the cursor of another list, or of this one in another order. */
export function foreignCursor(): HttpException {
  return fieldProblem('cursor', CURSOR_PROBLEM);
}
