import { ApiProperty, PickType } from '@nestjs/swagger';
import { IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';
import { ThreadFilters } from '../../lists/filter-query.dto';

/** By what a person knows a product. */
export class AffectedProductNameDto {
  @IntegerProperty('Its number.', 1, { minimum: 1 })
  id: number;

  @TextProperty('Its SKU.', 'BD-288')
  sku: string;

  @TextProperty('Its name.', 'Brake disc 288 mm')
  name: string;
}

/** A product that has more problems than expected. */
export class AffectedProductDto {
  @ApiProperty({ type: AffectedProductNameDto, description: 'The product.' })
  product: AffectedProductNameDto;

  @IntegerProperty('How many problems were reported in the last `days`.', 7, { minimum: 3 })
  problems: number;

  @IntegerProperty('The days that are looked at: 7 or 28, whichever is more telling.', 7, { minimum: 7, maximum: 28 })
  days: number;

  @ApiProperty({
    type: Number,
    description: 'How many were to be expected in these days, from the year before.',
    example: 0.4,
    minimum: 0,
  })
  expected: number;

  @TimeProperty('When the last one was reported.')
  lastAt: string;

  @ApiProperty({
    type: [String],
    description: 'Words that are in many more of these problems than of those before, the most telling first.',
    example: ['leaks', 'gasket'],
  })
  words: string[];
}

/** Which problems the register holds; all unless something is given. */
export class RegisterQuery extends PickType(ThreadFilters, ['product', 'createdFrom', 'createdTo'] as const) {}
