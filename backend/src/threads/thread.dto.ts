import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ChangedText, OneOf, RequiredText } from '../api/fields';
import { SearchText, SortedQuery } from '../lists/list-query.dto';
import { THREAD_STATUSES, type Thread, type ThreadResponse, type ThreadStatus } from './thread.entity';
import { IntegerProperty, TextProperty, TimeProperty } from '../api/properties';

const title = { label: 'Title', max: 500, description: 'What it is about.', example: 'One piece is missing' };
const description = {
  label: 'Description',
  max: 20_000,
  description: 'What the customer says.',
  example: 'The invoice lists two pieces, the parcel held one.',
};
const status = { label: 'Status', values: THREAD_STATUSES, description: 'How far it is.', example: 'open' };

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
}

/** The new status of a thread. */
export class ChangeStatusDto {
  @OneOf({ ...status, required: true })
  status: ThreadStatus;
}

/** An answer to a thread. */
export class CreateResponseDto {
  @RequiredText({
    label: 'Response',
    max: 20_000,
    description: 'The answer.',
    example: 'The second piece is on its way.',
  })
  response: string;
}

/** Which threads to answer, in which order. */
export class ThreadListQuery extends SortedQuery {
  @OneOf({ ...status, description: 'Only those with this status.', required: false })
  status?: ThreadStatus;

  @OneOf({
    label: 'include',
    values: ['responseCount'],
    description: 'With `responseCount`, each record of a page (`limit`) says how many responses it has.',
    example: 'responseCount',
    required: false,
  })
  include?: 'responseCount';
}

export class ThreadSearchQuery extends IntersectionType(ThreadListQuery, SearchText) {}

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
}

/** An answer, as it is shown. */
export class ThreadResponseDto extends CreatedDto {
  @IntegerProperty('Its number.', 1)
  id: number;

  @TextProperty('The answer.', 'The second piece is on its way.')
  response: string;
}

/** The fields that every thread is answered with. */
export function threadFields(thread: Thread & { responseCount?: number }): ThreadDto {
  const { id, title, description, status, createdAt, createdById, responseCount } = thread;
  const fields = { id, title, description, status, createdAt: createdAt.toISOString(), createdById };
  return responseCount === undefined ? fields : { ...fields, responseCount };
}

/** The fields that every answer to a thread is answered with. */
export function responseFields({ id, response, createdAt, createdById }: ThreadResponse): ThreadResponseDto {
  return { id, response, createdAt: createdAt.toISOString(), createdById };
}
