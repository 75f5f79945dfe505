import { ApiProperty } from '@nestjs/swagger';
import { IntegerProperty, TextProperty, TimeProperty } from '../../../../api/properties';
import { ImportColumnDto } from '../product-import.dto';
import type { ImportProfile } from './import-profile.entity';

/** How you read the columns of files. */
export class ImportProfileDto {
  @IntegerProperty('The number of the profile.', 1)
  id: number;

  @TextProperty('Its name.', 'nightly')
  name: string;

  @ApiProperty({
    type: [ImportColumnDto],
    description: 'What becomes of each column, by its header: those of the last file first.',
  })
  columns: ImportColumnDto[];

  @TextProperty('The picture for new products that come without one.', null, { nullable: true })
  placeholder: string | null;

  @TimeProperty('When a file was last applied with it.')
  usedAt: string;

  static from({ id, name, columns, placeholder, usedAt }: ImportProfile): ImportProfileDto {
    return { id, name, columns, placeholder, usedAt: usedAt.toISOString() };
  }
}
