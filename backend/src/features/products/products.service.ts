import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { breaks } from '../../common/http/database-error';
import type { ReadRows } from '../../common/lists/send-list';
import { newestFirst } from '../../common/lists/search';
import { ImagesService, type PreparedImages } from '../../images/images.service';
import { withoutEmpty } from './extra-fields.field';
import { ProductDto, type CreateProductDto, type ReplaceProductDto } from './product.dto';
import { Product } from './product.entity';

/** The registry of products. */
@Injectable()
export class ProductsService {
  constructor(
    @InjectRepository(Product) private readonly products: Repository<Product>,
    private readonly images: ImagesService,
  ) {}

  /** Reads products newest first; with `q` those in which every word of it occurs. */
  list(q?: string): ReadRows<Product> {
    return newestFirst(this.products, q);
  }

  /** A product as it is answered. */
  async answer(product: Product, images: 'url' | undefined): Promise<ProductDto> {
    return ProductDto.from(product, await this.images.answer(product.images, images));
  }

  /** The product with this id; 404 without one. */
  async read(id: number): Promise<Product> {
    const product = await this.products.findOneBy({ id });
    if (!product) throw new NotFoundException('Product not found');
    return product;
  }

  /** Creates a product; 409 where the SKU is taken. */
  async create({ images, ...fields }: CreateProductDto): Promise<Product> {
    const prepared = await this.images.prepare(images);
    return this.write(prepared, (manager) => manager.save(manager.create(Product, { ...given(fields), images: prepared.references })));
  }

  /** Replaces the fields that are given; 404 without the product, 409 where the SKU is another's. */
  async replace(id: number, { images, ...fields }: ReplaceProductDto): Promise<Product> {
    const current = await this.read(id);
    const prepared = await this.images.prepare(images, current.images);
    return this.write(prepared, async (manager) => {
      const product = await manager.findOne(Product, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!product) throw new NotFoundException('Product not found');
      return manager.save(Object.assign(product, given(fields), { images: prepared.references }));
    });
  }

  count(): Promise<number> {
    return this.products.count();
  }

  private async write(images: PreparedImages, save: (manager: EntityManager) => Promise<Product>): Promise<Product> {
    try {
      return await this.products.manager.transaction(async (manager) => {
        await this.images.store(manager, images.uploads);
        return save(manager);
      });
    } catch (error) {
      throw breaks(error, 'products_sku_key') ? new ConflictException('A product with this SKU exists already') : error;
    }
  }
}

/** What a request says of the row: a field that is left out, or a blank status, stays as it is. */
function given({ status, extraFields, ...texts }: Omit<ReplaceProductDto, 'images'>): Partial<Product> {
  const named = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  return { ...named, ...(status ? { status } : {}), ...(extraFields ? { extraFields: withoutEmpty(extraFields) } : {}) };
}
