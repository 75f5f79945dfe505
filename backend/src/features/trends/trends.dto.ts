import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsKind } from '../../changes/change.dto';
import { WholeNumber } from '../../api/fields';
import { IntegerProperty, TextProperty } from '../../api/properties';
import { KIND } from '../../api/record-reference';

/** The section of the document. */
export const TRENDS_SECTION = [
  'trends',
  'What becomes of questions and problems over the weeks, and products that have more problems than expected.',
] as const;

const MAX_WEEKS = 104;
export const DEFAULT_WEEKS = 12;

/** Which trends to answer. */
export class TrendsQuery {
  @TextProperty('Only those of this kind of thread, such as `problem`; left out, of each.', 'problem', {
    required: false,
    pattern: KIND.source,
  })
  @IsOptional()
  @IsKind()
  kind?: string;

  @WholeNumber('weeks', {
    min: 1,
    max: MAX_WEEKS,
    description: `How many weeks, the present one included; ${DEFAULT_WEEKS} if left out.`,
    example: DEFAULT_WEEKS,
  })
  weeks?: number;
}

/** What happened in a week to the threads of a kind that exist now. */
export class TrendWeekDto {
  @TextProperty('The Monday on which it begins, at 00:00 UTC.', '2026-11-16', { format: 'date' })
  week: string;

  @IntegerProperty('How many were created.', 14, { minimum: 0 })
  opened: number;

  @IntegerProperty('How many got their first response from the staff.', 12, { minimum: 0 })
  answered: number;

  @IntegerProperty('How many were resolved, and not reopened since.', 11, { minimum: 0 })
  resolved: number;

  @IntegerProperty(
    'The median time from the creation to the first response, of those answered in the week, in seconds; null where there are none.',
    5400,
    { minimum: 0, nullable: true },
  )
  medianResponseSeconds: number | null;
}

/** The weeks of a kind of threads. */
export class TrendDto {
  @TextProperty('The kind of thread.', 'problem')
  kind: string;

  @ApiProperty({ type: [TrendWeekDto], description: 'Oldest first; the last is the present week.' })
  weeks: TrendWeekDto[];
}
