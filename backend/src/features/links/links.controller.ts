import { Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Operation } from '../../api/operation';
import { KIND } from '../../api/record-reference';
import { ApiSection } from '../../api/section';
import { Queued } from '../../http/budgets/queued';
import { Id } from '../../http/id.pipe';
import { Context, type RequestContext } from '../../records/request-context';
import { LinkedProductDto, OpenRecordsDto, OpenRecordsQuery, ProductRecordsDto, ProductRecordsQuery } from './link.dto';
import { LinksService } from './links.service';

const KIND_PARAM = {
  name: 'kind',
  description: 'The kind of record as in the other addresses, such as `problems`.',
  schema: { type: 'string', pattern: KIND.source, example: 'problems' },
} as const;
const errors = { 400: 'The id must be a positive whole number', 404: 'There is no such record' };

/** Which products a record is about, and which records are about a product. */
@ApiSection('links', 'Which products a question, a problem or an update is about, and what is about a product.')
@Controller()
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Get('products/:id/records')
  @Operation({
    id: 'listProductRecords',
    summary: 'List the questions, problems and updates about a product, newest first',
    description: 'Those that are linked. With a `cursor` there are more.',
    answer: ProductRecordsDto,
    errors: { 400: 'The id must be a positive whole number', 404: 'Product not found' },
  })
  listProductRecords(@Id() id: number, @Query() query: ProductRecordsQuery): Promise<ProductRecordsDto> {
    return this.links.recordsOf(id, query);
  }

  @Get('products/records/open')
  @Queued('searches')
  @Operation({
    id: 'countOpenRecords',
    summary: 'Count what is not resolved of products',
    description:
      'For the rows of a list: the questions and problems that are linked. A product without any is left out.',
    answer: [OpenRecordsDto],
    errors: { 400: 'ids must be 1 to 200 numbers of records, with commas between them' },
  })
  countOpenRecords(@Query() { ids }: OpenRecordsQuery): Promise<OpenRecordsDto[]> {
    return this.links.countOpen(ids);
  }

  @Get(':kind/:id/products')
  @ApiParam(KIND_PARAM)
  @Operation({
    id: 'listLinkedProducts',
    summary: 'List the products that a record is about',
    description:
      'Products whose SKU or EAN is in the title, the description or a response are linked when it is written. A code that more than 20 products have names none. Those whose name, or a short or plain code, is there are only suggested. What was rejected is left out.',
    answer: [LinkedProductDto],
    errors,
  })
  listLinkedProducts(@Param('kind') kind: string, @Id() id: number): Promise<LinkedProductDto[]> {
    return this.links.productsOf(kind, id);
  }

  @Put(':kind/:id/products/:productId')
  @ApiParam(KIND_PARAM)
  @Operation({
    id: 'linkProduct',
    summary: 'Link a product to a record',
    description: 'Also confirms what is suggested, and takes back a rejection.',
    answer: LinkedProductDto,
    errors,
  })
  linkProduct(
    @Param('kind') kind: string,
    @Id() id: number,
    @Id('productId') productId: number,
    @Context() context: RequestContext,
  ): Promise<LinkedProductDto> {
    return this.links.link({ kind, id, productId }, context);
  }

  @Delete(':kind/:id/products/:productId')
  @ApiParam(KIND_PARAM)
  @Operation({
    id: 'deleteProductLink',
    summary: 'Say that a record is not about a product',
    description: 'Its code in the text does not link it again.',
    status: 204,
    errors,
  })
  deleteProductLink(
    @Param('kind') kind: string,
    @Id() id: number,
    @Id('productId') productId: number,
    @Context() context: RequestContext,
  ): Promise<void> {
    return this.links.reject({ kind, id, productId }, context);
  }
}
