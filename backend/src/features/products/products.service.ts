import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { violatesConstraint } from '../../http/database-error';
import { readRows, type ReadRows, type ListFilter } from '../../lists/read-rows';
import { findById } from '../../database/prepared-statement';
import { ImagesService, type PreparedImages } from '../../images/images.service';
import { withoutEmpty } from './extra-fields.field';
import { exportProducts } from './product-export';
import { ProductDto, type CreateProductDto, type ReplaceProductDto } from './product.dto';
import { Product } from './product.entity';

const notFound = 'Product not found';

/** The registry of products. */
@Injectable()
export class ProductsService {
  constructor(
    @InjectRepository(Product) private readonly products: Repository<Product>,
    private readonly images: ImagesService,
    private readonly writer: RecordWriter,
  ) {}

  list(filter: ListFilter): ReadRows<Product> {
    return readRows(this.products, filter);
  }

  /** The products as CSV, piece by piece. */
  export(filter: ListFilter): AsyncGenerator<string> {
    return exportProducts(this.products, this.list(filter));
  }

  /** A product as it is answered; null where it has been removed since. */
  serialize(product: Product, as: 'url' | undefined): ProductDto | Promise<ProductDto | null> {
    return this.images.serialize(product, as, {
      from: ProductDto.from,
      again: () => findById(this.products, product.id),
    });
  }

  /** The product with this id; 404 without one. */
  async read(id: number): Promise<Product> {
    const product = await findById(this.products, id);
    if (!product) throw new NotFoundException(notFound);
    return product;
  }

  /** Creates a product; 409 where the SKU is taken. */
  async create({ images, ...fields }: CreateProductDto, context: RequestContext): Promise<Product> {
    const prepared = await this.images.prepare(images);
    return this.write(
      this.writer.create(
        Product,
        { ...given(fields), images: prepared.references },
        context,
        this.images.storing(prepared),
      ),
      context,
      prepared,
    );
  }

  /** Replaces the fields that are given; 404 without the product, 409 where the SKU is another's, `VersionMismatch` where its `If-Match` does not fit. */
  async replace(id: number, { images, ...fields }: ReplaceProductDto, context: RequestContext): Promise<Product> {
    const current = await this.read(id);
    const prepared = await this.images.prepare(images, current.images);
    return this.write(
      this.writer.change(
        Product,
        { id, notFound, fields: { ...given(fields), images: prepared.references } },
        context,
        (manager, product) => this.images.store(manager, prepared, product.images),
      ),
      context,
      prepared,
    );
  }

  private async write(save: Promise<Product>, context: RequestContext, prepared: PreparedImages): Promise<Product> {
    try {
      return await this.images.expectStored(save, context, prepared);
    } catch (error) {
      throw violatesConstraint(error, 'products_sku_key')
        ? new ConflictException('A product with this SKU exists already')
        : error;
    }
  }
}

/** What a request says of the row: a field that is left out stays as it is, null brings the default back. */
function given({ status, extraFields, ...texts }: Omit<ReplaceProductDto, 'images'>): Partial<Product> {
  return {
    ...texts,
    status: status === undefined ? undefined : (status ?? 'active'),
    extraFields: extraFields === undefined ? undefined : withoutEmpty(extraFields ?? {}),
  };
}
