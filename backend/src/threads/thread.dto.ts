import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ChangedText, OneOf, OptionalTime, OptionalUserId, RequiredText } from '../api/fields';
import { MAX_LONG_TEXT } from '../api/text';
import { fieldProblem } from '../http/field-problem';
import { Statuses, ThreadFilters } from '../lists/filter-query.dto';
import { SearchText, Sorted, SortedQuery } from '../lists/list-query.dto';
import {
  RESPONSE_KINDS,
  THREAD_STATUSES,
  type ResponseKind,
  type Thread,
  type ThreadResponse,
  type ThreadStatus,
} from './thread.entity';
import { IntegerProperty, TextProperty, TimeProperty } from '../api/properties';

const title = { label: 'Title', max: 500, description: 'What it is about.', example: 'One piece is missing' };
const description = {
  label: 'Description',
  max: MAX_LONG_TEXT,
  description: 'What the customer says.',
  example: 'The invoice lists two pieces, the parcel held one.',
};
const status = { label: 'Status', values: THREAD_STATUSES, description: 'How far it is.', example: 'open' };
const assignee = {
  label: 'Assignee',
  description: 'The number of the colleague who takes care of it; null for nobody.',
  example: null,
};
/** The text of a response, also of one that an update gives. */
export const responseText = {
  label: 'Response',
  max: MAX_LONG_TEXT,
  description: 'The response.',
  example: 'The second piece is on its way.',
};
const snoozed = {
  label: 'Snoozed until',
  description: 'Until when nobody needs to look at it; null for now.',
  example: '2026-12-01T08:00:00.000Z',
};

/** What one creates a question or a problem with. */
export class CreateThreadDto {
  @RequiredText(title)
  title: string;

  @RequiredText(description)
  description: string;

  @OneOf({ ...status, required: false })
  status?: ThreadStatus;
}

/** What one changes a thread with: what is left out stays as it is. */
export class ChangeThreadDto {
  @ChangedText({ ...title, requiredMessage: 'Title cannot be empty' })
  title?: string;

  @ChangedText({ ...description, requiredMessage: 'Description cannot be empty' })
  description?: string;

  @OneOf({ ...status, required: false })
  status?: ThreadStatus;

  @OptionalUserId(assignee)
  assigneeId?: number | null;

  @OptionalTime(snoozed)
  snoozedUntil?: Date | null;
}

/** The new status of a thread. */
export class ChangeStatusDto {
  @OneOf({ ...status, required: true })
  status: ThreadStatus;
}

/** A response to a thread. */
export class CreateResponseDto {
  @RequiredText(responseText)
  response: string;

  @OneOf({
    label: 'Kind',
    values: RESPONSE_KINDS,
    description:
      'Who says it: `staff` to the customer (as without it), the `customer`, or a colleague to colleagues as a `note`.',
    example: 'staff',
    required: false,
  })
  kind?: ResponseKind;
}

/** Which threads to count, list, find and export. */
export class ThreadFilterQuery extends ThreadFilters {
  @Statuses(THREAD_STATUSES)
  status?: ThreadStatus[];
}

/** Which threads to list, in which order. */
export class ThreadListQuery extends IntersectionType(SortedQuery, ThreadFilterQuery) {
  @OneOf({
    label: 'include',
    values: ['responseCount', 'queue'],
    description:
      'With `responseCount`, each record of a page (`limit`) says how many responses it has; with `queue` also since when its customer waits.',
    example: 'responseCount',
    required: false,
  })
  include?: 'responseCount' | 'queue';
}

export class ThreadSearchQuery extends IntersectionType(ThreadListQuery, SearchText) {}

/** Which threads to export, in which order. */
export class ThreadExportQuery extends IntersectionType(SearchText, Sorted, ThreadFilterQuery) {}

/** When a record was made, and by whom. */
export class CreatedDto {
  @TimeProperty('When it was created.')
  createdAt: string;

  @IntegerProperty('The number of the user who created it.', 1)
  createdById: number;
}

/** A question or a problem. */
export class ThreadDto extends CreatedDto {
  @IntegerProperty('Its number.', 1)
  id: number;

  @TextProperty(title.description, title.example)
  title: string;

  @TextProperty(description.description, description.example)
  description: string;

  @ApiProperty({ enum: THREAD_STATUSES, description: status.description, example: 'open' })
  status: ThreadStatus;

  @IntegerProperty('How many responses it has: on a page of a list that asks for it with `include`.', 2, {
    required: false,
    minimum: 0,
  })
  responseCount?: number;

  @IntegerProperty('The number of the colleague who takes care of it; absent where nobody does.', 2, {
    required: false,
  })
  assigneeId?: number;

  @TimeProperty(
    'Until when nobody needs to look at it. It stays once that time is over, when the record is put off no longer; absent where nobody has put it off.',
    { required: false },
  )
  snoozedUntil?: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    required: false,
    description: 'The numbers of its tags; absent where it has none.',
    example: [3],
  })
  tagIds?: number[];

  @TimeProperty('Since when the customer waits for a response; null where nobody waits. Only with `include=queue`.', {
    required: false,
    nullable: true,
  })
  waitingSince?: string | null;
}

/** A response, as it is shown. */
export class ThreadResponseDto extends CreatedDto {
  @IntegerProperty('Its number.', 1)
  id: number;

  @TextProperty(responseText.description, responseText.example)
  response: string;

  @ApiProperty({
    enum: RESPONSE_KINDS,
    required: false,
    description: 'Who said it: `customer`, or `note` for colleagues; absent for the staff.',
    example: 'note',
  })
  kind?: ResponseKind;

  @IntegerProperty('The number of the update that gave this response; absent without one.', 4, { required: false })
  updateId?: number;
}

/** The 400 for an assignee that there is not. */
export function unknownAssignee(): Error {
  return fieldProblem('assigneeId', `${assignee.label} must be the number of a colleague`);
}

/** The fields of a thread in an API answer. */
export function threadFields(thread: Thread & { responseCount?: number }): ThreadDto {
  const { id, title, description, status, createdAt, createdById, responseCount } = thread;
  const { assigneeId, snoozedUntil, tagIds, waitingSince } = thread;
  return {
    id,
    title,
    description,
    status,
    createdAt: createdAt.toISOString(),
    createdById,
    ...(responseCount !== undefined && { responseCount }),
    ...(assigneeId && { assigneeId }),
    ...(snoozedUntil && { snoozedUntil: snoozedUntil.toISOString() }),
    ...(tagIds?.length > 0 && { tagIds }),
    ...(waitingSince !== undefined && { waitingSince: waitingSince?.toISOString() ?? null }),
  };
}

/** The fields of a response in an API answer. */
export function responseFields(row: ThreadResponse): ThreadResponseDto {
  const { id, response, createdAt, createdById, kind, updateId } = row;
  return {
    id,
    response,
    createdAt: createdAt.toISOString(),
    createdById,
    ...(kind !== 'staff' && { kind }),
    ...(updateId && { updateId }),
  };
}
