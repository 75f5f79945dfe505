import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ChangedText, OneOf, RequiredText } from '../../api/fields';
import { MAX_LONG_TEXT } from '../../api/text';
import { withVersion } from '../../api/version-tag';
import { SearchText, SortedQuery } from '../../lists/list-query.dto';
import { UPDATE_STATUSES, type Update, type UpdateStatus } from './update.entity';
import { IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';

const title = { label: 'Title', max: 500, description: 'What it is about, in a line.', example: 'Closed on Monday' };
const content = {
  label: 'Content',
  max: MAX_LONG_TEXT,
  description: 'The news; line breaks are kept.',
  example: 'We are back on Tuesday.\nOrders before noon leave the same day.',
};
const status = { label: 'Status', values: UPDATE_STATUSES, description: 'Whether it still counts.', example: 'active' };

/** What one creates an update with. */
export class CreateUpdateDto {
  @RequiredText(title)
  title: string;

  @RequiredText(content)
  content: string;

  @OneOf({ ...status, required: false })
  status?: UpdateStatus;
}

/** What one changes an update with: what is left out stays as it is. */
export class ChangeUpdateDto {
  @ChangedText({ ...title, requiredMessage: 'Title cannot be empty' })
  title?: string;

  @ChangedText({ ...content, requiredMessage: 'Content cannot be empty' })
  content?: string;

  @OneOf({ ...status, required: false })
  status?: UpdateStatus;
}

/** An update. */
export class UpdateDto {
  @IntegerProperty('Its number.', 1)
  id: number;

  @TextProperty(title.description, title.example)
  title: string;

  @TextProperty(content.description, content.example)
  content: string;

  @ApiProperty({ enum: UPDATE_STATUSES, description: status.description, example: 'active' })
  status: UpdateStatus;

  @TimeProperty('When it was created.')
  createdAt: string;

  @IntegerProperty('The number of the user who created it.', 1)
  createdById: number;

  static from({ id, title, content, status, createdAt, createdById, version }: Update): UpdateDto {
    return withVersion({ id, title, content, status, createdAt: createdAt.toISOString(), createdById }, version);
  }
}

/** Which updates to answer, in which order. */
export class UpdateListQuery extends SortedQuery {
  @OneOf({ ...status, description: 'Only those with this status.', required: false })
  status?: UpdateStatus;
}

export class UpdateSearchQuery extends IntersectionType(UpdateListQuery, SearchText) {}
