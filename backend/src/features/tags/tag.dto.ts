import { ApiProperty } from '@nestjs/swagger';
import { ChangedText, OneOf, OptionalText, RequiredText } from '../../api/fields';
import { IntegerProperty, TextProperty } from '../../api/properties';
import { withVersion } from '../../api/version-tag';
import { CreatedDto } from '../../threads/thread.dto';
import { TAG_COLORS, type Tag, type TagColor } from './tag.entity';

const name = {
  label: 'Name',
  max: 50,
  description: 'Its name; no two have the same, whatever the case.',
  example: 'Delivery',
};
const group = {
  label: 'Group',
  max: 50,
  description: 'The heading under which it is listed, if any.',
  example: 'Reason',
};
const color = {
  label: 'Color',
  values: TAG_COLORS,
  description: 'Its color, `gray` unless given.',
  example: 'blue',
  required: false,
};

/** What one creates a tag with. */
export class CreateTagDto {
  @RequiredText(name)
  name: string;

  @OneOf(color)
  color?: TagColor;

  @OptionalText(group)
  group?: string | null;
}

/** What one changes a tag with: what is left out stays as it is. */
export class ChangeTagDto {
  @ChangedText({ ...name, requiredMessage: 'Name cannot be empty' })
  name?: string;

  @OneOf({ ...color, description: 'Its color.' })
  color?: TagColor;

  @OptionalText(group)
  group?: string | null;
}

/** A tag of questions, problems and other threads. */
export class TagDto extends CreatedDto {
  @IntegerProperty('Its number.', 1)
  id: number;

  @TextProperty(name.description, name.example)
  name: string;

  @ApiProperty({ enum: TAG_COLORS, description: 'Its color.', example: color.example })
  color: TagColor;

  @TextProperty('The heading under which it is listed; null without one.', group.example, { nullable: true })
  group: string | null;

  static from({ id, name: called, color: shown, group: heading, createdAt, createdById, version }: Tag): TagDto {
    const dto = { id, name: called, color: shown, group: heading, createdAt: createdAt.toISOString(), createdById };
    return withVersion(dto, version);
  }
}

/** The tags of a record. */
export class TagIdsDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    description: 'The numbers of the tags of the record, in the order in which they were added.',
    example: [3],
  })
  tagIds: number[];
}
