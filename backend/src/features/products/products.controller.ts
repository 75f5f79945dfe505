import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { Context, type RequestContext } from '../../records/request-context';
import { orNotFound, ListOperation, Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { ApiId, IdPipe } from '../../http/id.pipe';
import { ImagesQuery } from '../../lists/list-query.dto';
import { sendList, sendPieces, startingWith } from '../../lists/send-list';
import { productFields } from '../../records/product-field';
import { ProductFieldDto } from './product-field.dto';
import {
  CreateProductDto,
  ProductDto,
  ProductExportQuery,
  ProductListQuery,
  ProductSearchQuery,
  ReplaceProductDto,
} from './product.dto';
import { ProductsService } from './products.service';

const notFound = 'Product not found';
const taken = 'A product with this SKU exists already';

type Product = Awaited<ReturnType<ProductsService['read']>>;

/** `/api/products`: the product registry. */
@ApiSection('products', 'The product registry.')
@Controller('products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Get()
  @ListOperation({ id: 'listProducts', summary: 'List products, newest first', answer: ProductDto })
  listProducts(@Query() query: ProductListQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(query, { request, response });
  }

  @Get('search')
  @ListOperation({
    id: 'searchProducts',
    summary: 'Search products by fragments of their texts, newest first',
    answer: ProductDto,
  })
  searchProducts(
    @Query() query: ProductSearchQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.send(query, { request, response });
  }

  @Get('export')
  @Operation({
    id: 'exportProducts',
    summary: 'Export products as CSV',
    description:
      'All that a search finds, or everything, in UTF-8. Cells that a spreadsheet would execute begin with an apostrophe, which an import takes away again. Uploaded images stand there as their addresses. An import reads at most 200,000 rows and 100 MB of it: cut a larger registry down by `q`.',
    status: 200,
    binary: ['text/csv'],
    answerDescription: 'The products.',
    errors: { 400: 'sort must be one of newest, oldest, name, sku' },
  })
  async exportProducts(
    @Query() query: ProductExportQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const pieces = this.products.export(query);
    // Before the answer begins: an error can still be told.
    const first = await pieces.next();
    response.type('text/csv').attachment(`products-${new Date().toISOString().slice(0, 10)}.csv`);
    if (request.method === 'HEAD') return void response.end();
    await sendPieces(response, startingWith(first.value as string, pieces));
  }

  @Get('extra-fields')
  @Operation({
    id: 'listProductFields',
    summary: 'List the extra fields that have a type',
    description: 'Modules say which have one; without any there are none. All other extra fields are free.',
    status: 200,
    answer: [ProductFieldDto],
    answerDescription: 'The fields.',
  })
  listProductFields(): ProductFieldDto[] {
    return productFields().map((field) => ProductFieldDto.from(field));
  }

  @Get(':id')
  @ApiId('The number of the product.')
  @Operation({
    id: 'readProduct',
    summary: 'Read a product',
    description: 'The `ETag` is its version: send it as `If-Match` with a change.',
    status: 200,
    answer: ProductDto,
    answerDescription: 'The product.',
    errors: { 400: 'The id must be a positive whole number', 404: notFound },
  })
  async readProduct(@Param('id', IdPipe) id: number, @Query() query: ImagesQuery): Promise<ProductDto> {
    return orNotFound(await this.products.serialize(await this.products.read(id), query.images), notFound);
  }

  @Post()
  @Operation({
    id: 'createProduct',
    summary: 'Create a product',
    description: 'Uploaded images are sent as data URLs. The SKU must not be taken.',
    status: 201,
    answer: ProductDto,
    answerDescription: 'The new product.',
    errors: { 409: taken },
  })
  async createProduct(
    @Body() body: CreateProductDto,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProductDto> {
    return orNotFound(await this.products.serialize(await this.products.create(body, context), query.images), notFound);
  }

  @Put(':id')
  @ApiId('The number of the product.')
  @ApiIfMatch()
  @Operation({
    id: 'replaceProduct',
    summary: 'Replace a product',
    description: 'Optional fields that are left out stay as they are; `null` clears them.',
    status: 200,
    answer: ProductDto,
    answerDescription: 'The product as it is now.',
    errors: { 404: notFound, 409: taken },
  })
  async replaceProduct(
    @Param('id', IdPipe) id: number,
    @Body() body: ReplaceProductDto,
    @Query() { images }: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProductDto> {
    const product = await this.products
      .replace(id, body, context)
      .catch(mapVersionMismatch((current: Product) => this.products.serialize(current, images)));
    return orNotFound(await this.products.serialize(product, images), notFound);
  }

  private send(query: ProductSearchQuery, http: { request: Request; response: Response }): Promise<void> {
    return sendList(http, query, {
      rows: this.products.list(query),
      serialize: (product) => this.products.serialize(product, query.images),
      dataUrls: query.images !== 'url',
    });
  }
}
