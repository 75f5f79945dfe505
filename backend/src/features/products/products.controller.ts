import { Body, Controller, Get, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { Context, type RequestContext } from '../../records/request-context';
import { orNotFound, ListOperation, Operation, RANKED } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Queued } from '../../http/budgets/queued';
import { Id } from '../../http/id.pipe';
import { ImagesQuery } from '../../lists/list-query.dto';
import { sendCsv } from '../../lists/send-csv';
import { sendList } from '../../lists/send-list';
import { productFields } from '../../records/product-field';
import { ProductFieldDto, ProductFieldNameDto } from './product-field.dto';
import { MAX_NAMES } from './product-field-names';
import {
  codesOf,
  TOO_MANY_CODES,
  CreateProductDto,
  ProductCodesQuery,
  ProductDto,
  ProductExportQuery,
  ProductLinkDto,
  ProductListQuery,
  ProductSearchQuery,
  ReplaceProductDto,
} from './product.dto';
import { ProductsService } from './products.service';

const notFound = 'Product not found';
const taken = 'Another product has the SKU BD-280-V';

type Product = Awaited<ReturnType<ProductsService['read']>>;

/** `/api/products`: the product registry. */
@ApiSection('products', 'The product registry: products with their pictures and extra fields, and their export.')
@Controller('products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Get()
  @ListOperation({ id: 'listProducts', summary: 'List products, newest first', answer: ProductDto })
  listProducts(@Query() query: ProductListQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get('search')
  @ListOperation({
    id: 'searchProducts',
    summary: 'Search products by parts of their texts',
    ...RANKED,
    answer: ProductDto,
  })
  searchProducts(@Query() query: ProductSearchQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get('export')
  @Queued('exports')
  @Operation({
    id: 'exportProducts',
    summary: 'Export products as CSV',
    description:
      'All that a search finds (with `sort=relevance` the best 1,000), or everything, in UTF-8. Cells that a spreadsheet would execute begin with an apostrophe, which an import takes away again. Uploaded images stand there as their addresses. An import reads at most 200,000 rows and 100 MB of it: cut a larger registry down by `q`.',
    binary: ['text/csv'],
    errors: { 400: 'sort must be one of newest, oldest, name, sku, relevance' },
  })
  exportProducts(@Query() query: ProductExportQuery, @Res() response: Response): Promise<void> {
    return sendCsv(response, 'products', this.products.export(query));
  }

  @Get('extra-fields')
  @Operation({
    id: 'listProductFields',
    summary: 'List the extra fields that have a type',
    description: 'Modules say which have one; without any there are none. All other extra fields are free.',
    answer: [ProductFieldDto],
  })
  listProductFields(): ProductFieldDto[] {
    return productFields().map((field) => ProductFieldDto.from(field));
  }

  @Get('extra-fields/names')
  @Queued('searches')
  @Operation({
    id: 'listProductFieldNames',
    summary: 'List names of extra fields',
    description: `To suggest them: those that have a type, then at most ${MAX_NAMES} that a sample of the products has, the most common first. A name that few products have may be missing.`,
    answer: [ProductFieldNameDto],
  })
  async listProductFieldNames(): Promise<ProductFieldNameDto[]> {
    return (await this.products.fieldNames()).map((name) => ({ name }));
  }

  @Get('by-codes')
  @Operation({
    id: 'findProductsByCodes',
    summary: 'Find products by their SKUs',
    description: 'For links from texts that name them. A code that no product has is left out.',
    answer: [ProductLinkDto],
    errors: { 400: TOO_MANY_CODES },
  })
  findProductsByCodes(@Query() query: ProductCodesQuery): Promise<ProductLinkDto[]> {
    return this.products.findByCodes(codesOf(query));
  }

  @Get(':id')
  @Operation({
    id: 'readProduct',
    summary: 'Read a product',
    description: 'The `ETag` is its version: send it as `If-Match` with a change.',
    answer: ProductDto,
    errors: { 400: 'The id must be a positive whole number', 404: notFound },
  })
  readProduct(@Id() id: number, @Query() query: ImagesQuery): Promise<ProductDto> {
    return this.toDto(this.products.read(id), query);
  }

  @Post()
  @Operation({
    id: 'createProduct',
    summary: 'Create a product',
    description: 'Uploaded images are sent as data URLs. The SKU must not be taken.',
    status: 201,
    answer: ProductDto,
    errors: { 409: taken },
  })
  createProduct(
    @Body() body: CreateProductDto,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProductDto> {
    return this.toDto(this.products.create(body, context), query);
  }

  @Put(':id')
  @ApiIfMatch()
  @Operation({
    id: 'replaceProduct',
    summary: 'Replace a product',
    description: 'Optional fields that are left out stay as they are; `null` clears them.',
    answer: ProductDto,
    errors: { 404: notFound, 409: taken },
  })
  replaceProduct(
    @Id() id: number,
    @Body() body: ReplaceProductDto,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProductDto> {
    return this.toDto(this.products.replace(id, body, context), query);
  }

  private async toDto(written: Promise<Product>, { images }: ImagesQuery): Promise<ProductDto> {
    const serialize = (product: Product): ReturnType<ProductsService['serialize']> =>
      this.products.serialize(product, images);
    return orNotFound(await serialize(await written.catch(mapVersionMismatch(serialize))), notFound);
  }

  private send(query: ProductSearchQuery, response: Response): Promise<void> {
    return sendList(response, query, {
      rows: this.products.list(query),
      serialize: (product) => this.products.serialize(product, query.images),
      dataUrls: query.images !== 'url',
    });
  }
}
