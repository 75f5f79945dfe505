import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../api/fields';
import { AnyFilters } from '../filter-query.dto';
import { BooleanProperty, IntegerProperty, TextProperty } from '../../api/properties';

/** Which records of a kind to count: by the parameters of its list. */
export class TotalsQuery extends AnyFilters {
  @OneOf({
    label: 'sort',
    values: ['relevance'],
    description: 'With `relevance`, what a list in this order shows: it finds other records.',
    example: 'relevance',
    required: false,
  })
  sort?: 'relevance';
}

/** How many records there are of something. */
export class TotalDto {
  @IntegerProperty('How many there are; where it is not exact, there are more.', 18, { minimum: 0 })
  total: number;

  @BooleanProperty('Whether these are all.', true)
  isExact: boolean;
}

/** How many records have a status. */
export class StatusTotalDto extends TotalDto {
  @TextProperty('The status.', 'open')
  status: string;
}

/** How many records of a kind there are, in all and by status. */
export class TotalsDto extends TotalDto {
  @ApiProperty({
    type: [StatusTotalDto],
    description: 'For each status of questions, problems and updates; else empty.',
  })
  byStatus: StatusTotalDto[];
}
