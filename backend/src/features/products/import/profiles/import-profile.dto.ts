import { ApiProperty } from '@nestjs/swagger';
import { BooleanProperty, IntegerProperty, TextProperty, TimeProperty } from '../../../../api/properties';
import { ImportTargetDto } from '../import-mapping.dto';
import type { ImportProfile } from './import-profile.entity';

/** What becomes of the columns with a header. */
export class ProfileColumnDto extends ImportTargetDto {
  @TextProperty('What stands in the first row of the file; the case does not matter.', 'Axle')
  header: string;
}

/** How you read the columns of files. */
export class ImportProfileDto {
  @IntegerProperty('The number of the profile.', 1)
  id: number;

  @TextProperty('Its name.', 'nightly')
  name: string;

  @ApiProperty({
    type: [ProfileColumnDto],
    description: 'What becomes of each column, by its header: the columns of the last file first.',
  })
  columns: ProfileColumnDto[];

  @TextProperty('The picture for products that come without one and have none.', null, { nullable: true })
  placeholder: string | null;

  @BooleanProperty('Whether rows without a SKU get one.', true)
  makeSkus: boolean;

  @TimeProperty('When a file was last applied with it.')
  usedAt: string;

  static from({ id, name, columns, placeholder, makeSkus, usedAt }: ImportProfile): ImportProfileDto {
    return { id, name, columns, placeholder, makeSkus, usedAt: usedAt.toISOString() };
  }
}
