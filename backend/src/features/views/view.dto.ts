import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsString } from 'class-validator';
import { ChangedText, OptionalIfAbsent, QueryText, RequiredText } from '../../api/fields';
import { BooleanProperty, IntegerProperty, TextProperty } from '../../api/properties';
import { KIND } from '../../api/record-reference';
import { withVersion } from '../../api/version-tag';
import { QUEUE } from '../../lists/query-filter';
import { TotalDto } from '../../lists/totals/totals.dto';
import { recordTypeNames } from '../../records/record-type';
import type { View } from './view.entity';

const name = { label: 'Name', max: 60, description: 'What it is called.', example: 'Waiting for me' };
const query = {
  max: 2000,
  description: 'The search, the order and the filters, as in the address of the list.',
  example: 'status=open&assignee=me',
};
const list = `The kind of record that it lists, or \`${QUEUE}\`.`;
const shared = 'Whether all colleagues have it; else only who made it.';

/** What one saves a view with. */
export class CreateViewDto {
  @RequiredText(name)
  name: string;

  @RequiredText({ label: 'List', max: 60, description: list, example: 'question' })
  @ApiProperty({ enum: () => [QUEUE, ...recordTypeNames] })
  list: string;

  @QueryText('query', query)
  query?: string;

  @BooleanProperty(shared, false, { required: false })
  @OptionalIfAbsent()
  @IsBoolean({ message: 'isShared must be true or false' })
  isShared?: boolean;
}

/** What one changes a view with: what is left out stays as it is. */
export class ChangeViewDto {
  @ChangedText(name)
  name?: string;

  @QueryText('query', query)
  query?: string;

  @BooleanProperty(shared, true, { required: false })
  @OptionalIfAbsent()
  @IsBoolean({ message: 'isShared must be true or false' })
  isShared?: boolean;
}

/** A saved view. */
export class ViewDto {
  @IntegerProperty('Its number.', 1)
  id: number;

  @TextProperty(name.description, name.example)
  name: string;

  @TextProperty(list, 'question')
  list: string;

  @TextProperty(query.description, query.example)
  query: string;

  @BooleanProperty(shared, false)
  isShared: boolean;

  @IntegerProperty('The number of the user who made it.', 1)
  createdById: number;

  static from({ id, name, list, query, isShared, createdById, version }: View): ViewDto {
    return withVersion({ id, name, list, query, isShared, createdById }, version);
  }
}

/** Which views to count. */
export class CountViewsQuery {
  @TextProperty('Only the views of this list: a kind of record, or `queue`.', 'question', {
    required: false,
    pattern: KIND.source,
  })
  @OptionalIfAbsent()
  @IsString({ message: 'list must be one text' })
  list?: string;
}

/** How many records a view holds. */
export class ViewCountDto extends TotalDto {
  @IntegerProperty('The number of the view.', 1)
  id: number;
}
