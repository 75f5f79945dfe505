import { Controller, Delete, Get } from '@nestjs/common';
import { Operation } from '../../../../api/operation';
import { ApiSection } from '../../../../api/section';
import { Id } from '../../../../http/id.pipe';
import { PreviewContext, type RequestContext } from '../../../../records/request-context';
import { ImportProfileDto } from './import-profile.dto';
import { ImportProfilesService, ownerOf } from './import-profiles.service';

/** `/api/product-import-profiles`: how the columns of files are read. */
@ApiSection('product-import-profiles', 'How you read the columns of files of products.')
@Controller('product-import-profiles')
export class ImportProfilesController {
  constructor(private readonly profiles: ImportProfilesService) {}

  @Get()
  @Operation({
    id: 'listProductImportProfiles',
    summary: 'List your profiles of columns, last used first',
    description: 'An access token has profiles of its own, which end with it. A profile comes of applying an import.',
    answer: [ImportProfileDto],
    answerDescription: 'Your profiles.',
  })
  async listProductImportProfiles(@PreviewContext() context: RequestContext): Promise<ImportProfileDto[]> {
    return (await this.profiles.list(ownerOf(context))).map((profile) => ImportProfileDto.from(profile));
  }

  @Delete(':id')
  @Operation({
    id: 'deleteProductImportProfile',
    summary: 'Delete a profile of columns',
    description: 'Imports that were read with it stay as they are.',
    status: 204,
    errors: { 400: 'The id must be a positive whole number', 404: 'Profile not found' },
  })
  deleteProductImportProfile(@Id() id: number, @PreviewContext() context: RequestContext): Promise<void> {
    return this.profiles.remove(ownerOf(context), id);
  }
}
