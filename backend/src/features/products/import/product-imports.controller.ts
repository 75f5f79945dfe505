import { Body, Controller, Get, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Context, PreviewContext, type RequestContext } from '../../../records/request-context';
import { ApiIfMatch, mapVersionMismatch } from '../../../records/versions';
import { ListOperation, Operation } from '../../../api/operation';
import { ApiSection } from '../../../api/section';
import { endStalled } from '../../../http/budgets/end-stalled';
import { Queued } from '../../../http/budgets/queued';
import { untilClosed } from '../../../http/budgets/until-closed';
import { Id } from '../../../http/id.pipe';
import { sendList, sendPieces } from '../../../lists/send-list';
import { ROWS_GONE } from './apply/apply-import';
import { ImportMappingDto, ImportQuery } from './import-mapping.dto';
import { ImportRowDto, ImportRowsQuery, ProductImportDto } from './product-import.dto';
import { ProductImportsService } from './product-imports.service';

const errors = { 400: 'The id must be a positive whole number', 404: 'There is no such import' };

/** `/api/product-imports`: files of products, first looked at and then applied at once. */
@ApiSection('product-imports', 'Files of products: read and compared first, applied at once.')
@Controller('product-imports')
export class ProductImportsController {
  constructor(private readonly imports: ProductImportsService) {}

  @Post()
  @Queued('files')
  // A second type here would leave generated clients without a Content-Type.
  @ApiConsumes('text/csv')
  @ApiBody({
    description:
      'A CSV file with a header: separated by comma, semicolon or tab, in UTF-8, UTF-16 or Windows-1252; or an Excel workbook (.xlsx), of which the first sheet is read, sent as text/csv or as its own type. At most 100 MB, 200,000 rows, and 500 columns with headers of up to 1,000 characters.',
    required: true,
    schema: { type: 'string', format: 'binary' },
    examples: { file: { value: 'sku;name\nBD-280-V;Brake disc, ventilated\n' } },
  })
  @Operation({
    id: 'createProductImport',
    summary: 'Read a file of products and compare it with the registry',
    description:
      'Nothing is changed yet. Products are known by their SKU. How the columns are read is proposed from their headers, and from the first rows whether the description is HTML, or taken from your profile: that of `profile`, or the last one that you used for the same headers. Kept for a day.',
    status: 201,
    answer: ProductImportDto,
    errors: {
      400: 'The file cannot be read as CSV, at line 3',
      409: 'The import that came of this request is gone',
      413: 'The file is too large: at most 100 MB can be read',
      415: 'The body must be a plain CSV file (text/csv) or an Excel workbook (.xlsx)',
    },
  })
  async createProductImport(
    @Query() { placeholder, makeSkus, profile }: ImportQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @PreviewContext() context: RequestContext,
  ): Promise<ProductImportDto> {
    endStalled(request, response);
    const closed = untilClosed(request, response);
    const file = request.iterator({ destroyOnReturn: false }) as AsyncGenerator<Buffer>;
    try {
      const choices = { placeholder, profile, makeSkus: makeSkus && makeSkus === 'true' };
      return ProductImportDto.from(await this.imports.create({ bytes: file, closed }, choices, context));
    } finally {
      // What is refused is read to its end all the same, so that the answer arrives; not before nobody else reads it.
      void file.return(undefined).then(() => request.resume());
    }
  }

  @Get(':id')
  @Operation({
    id: 'readProductImport',
    summary: 'Read what would come of a file, and how far it is',
    description:
      'The counts of rows that are new, changed, the same or bad; while it is being applied, how many are written.',
    answer: ProductImportDto,
    errors,
  })
  async readProductImport(@Id() id: number): Promise<ProductImportDto> {
    // The progress first: an apply may end between the two, and then the import says so.
    const written = await this.imports.written(id);
    return ProductImportDto.from(await this.imports.read(id), written);
  }

  @Get(':id/rows')
  @ListOperation({
    id: 'listProductImportRows',
    summary: 'List the rows of a file, with what would come of each',
    answer: ImportRowDto,
    errors: { ...errors, 409: ROWS_GONE },
  })
  async listProductImportRows(
    @Id() id: number,
    @Query() query: ImportRowsQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendList(response, query, {
      rows: await this.imports.rows(id, query),
      serialize: (row) => ImportRowDto.from(row),
    });
  }

  @Get(':id/bad-rows')
  @Queued('exports')
  @Operation({
    id: 'exportProductImportBadRows',
    summary: 'Export the bad rows of a file as CSV',
    description:
      'Their cells as they stand in the file, but for SKUs that were made, which stand in the column of the SKU if there is one, and why each is bad in a last column, `Problem`. A row of a product with variants comes with the other rows of the product, whose `Problem` is empty. Correct them and import the file: that column is left out.',
    binary: ['text/csv'],
    errors: { ...errors, 409: ROWS_GONE },
  })
  async exportProductImportBadRows(@Id() id: number, @Res() response: Response): Promise<void> {
    const pieces = await this.imports.badRows(id);
    response.type('text/csv').attachment(`bad-rows-${id}.csv`);
    if (response.req.method === 'HEAD') return void response.end();
    await sendPieces(response, pieces);
  }

  @Put(':id/mapping')
  @Queued('jobs')
  @Operation({
    id: 'mapProductImport',
    summary: 'Read the columns of a file in another way, and compare again',
    description:
      'Applying the import keeps it in your profile. Sent again, it compares the file with the registry as it is now. `proposal` has the columns to go back to.',
    answer: ProductImportDto,
    errors: { ...errors, 409: 'Choose the column with the SKU: products are known by it' },
  })
  async mapProductImport(
    @Id() id: number,
    @Body() mapping: ImportMappingDto,
    @PreviewContext() context: RequestContext,
  ): Promise<ProductImportDto> {
    return ProductImportDto.from(await this.imports.remap(id, mapping, context));
  }

  @Post(':id/apply')
  @Queued('jobs')
  @ApiIfMatch()
  @Operation({
    id: 'applyProductImport',
    summary: 'Write all new and changed products of a file',
    description:
      'All or nothing, as one change set, which can be taken back as a whole. Bad rows are left out. How far it is can be read while it runs. With the `ETag` of the import as `If-Match`, it is applied only if nobody has compared it again since.',
    answer: ProductImportDto,
    errors: { ...errors, 409: 'Since the preview, somebody has changed a product of this file. Update the preview' },
  })
  async applyProductImport(@Id() id: number, @Context() context: RequestContext): Promise<ProductImportDto> {
    const applied = this.imports.apply(id, context).catch(mapVersionMismatch(ProductImportDto.from));
    return ProductImportDto.from(await applied);
  }
}
