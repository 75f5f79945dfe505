import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ChangedText, Check, OneOf, OptionalIfAbsent } from '../../api/fields';
import { IntegerProperty, TextProperty } from '../../api/properties';
import { isId, KIND, MAX_ID } from '../../api/record-reference';
import { CHANGE_SET } from '../../changes/change.dto';
import { responseText, ThreadFilterQuery } from '../../threads/thread.dto';
import { threadKindProblem } from '../../threads/thread-types';
import { THREAD_STATUSES, type ThreadStatus } from '../../threads/thread.entity';
import type { AnsweredItem } from './update-answer.entity';

/** Items that a body can name: more of them are said by a filter. */
const MAX_NAMED = 1000;

/** An open question or problem. */
export class AnsweredItemDto implements AnsweredItem {
  @TextProperty('The kind of record.', 'question', { pattern: KIND.source })
  kind: string;

  @IntegerProperty('Its number.', 57, { minimum: 1, maximum: MAX_ID })
  id: number;
}

/** Which items an update answers: the items of its body that pass the filter, else all open ones that do. */
export class AnswersQuery extends IntersectionType(ThreadFilterQuery) {
  @TextProperty('Only records of this kind, such as `question`.', 'question', { required: false, pattern: KIND.source })
  @OptionalIfAbsent()
  @Check('kind', threadKindProblem)
  kind?: string;
}

/** What the items get. */
export class AnswerDto {
  @ApiProperty({
    type: [AnsweredItemDto],
    required: false,
    maxItems: MAX_NAMED,
    description:
      'The items; those of them that do not pass the filter in the address are skipped. Without items all open ones that pass it.',
  })
  @OptionalIfAbsent()
  @Check('items', itemsProblem)
  items?: AnsweredItemDto[];

  @OneOf({
    label: 'Status',
    values: THREAD_STATUSES,
    description: 'The status that they get; without it they keep theirs.',
    example: 'resolved',
    required: false,
  })
  status?: ThreadStatus;

  @ChangedText({
    ...responseText,
    label: 'Text',
    requiredMessage: 'Text cannot be empty',
    description: 'The response that they get; without it they get the text of the update.',
    example: 'Dear customer, the pads are recalled. Please send them back.',
  })
  text?: string;
}

/** By hand: what is nested in a request comes as it was sent. */
function itemsProblem(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_NAMED || !value.every(isItem))
    return `items must be a list of 1 to ${MAX_NAMED} items, each with a kind and an id`;
  const problem = value.map(({ kind }: AnsweredItem) => threadKindProblem(kind)).find((one) => one !== null);
  return problem === undefined ? null : `items: ${problem}`;
}

function isItem(value: unknown): value is AnsweredItem {
  if (typeof value !== 'object' || value === null || Object.keys(value).sort().join() !== 'id,kind') return false;
  const { kind, id } = value as Record<string, unknown>;
  return typeof kind === 'string' && isId(id);
}

/** What an update has answered. */
export class AnsweredDto {
  @TextProperty('The change set of all of it: revert it to take all of it back.', CHANGE_SET, { format: 'uuid' })
  changeSet: string;

  @IntegerProperty('How many items got the response.', 12, { minimum: 0 })
  answered: number;

  @IntegerProperty('How many are gone, were resolved before, or do not pass the filter.', 0, { minimum: 0 })
  skipped: number;
}
