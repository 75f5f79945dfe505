import { ConflictException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { orNotFound } from '../../api/operation';
import { takenMessage } from '../../records/record-type';
import { readRows, type ListFilter } from '../../lists/read-rows';
import type { ReadRows } from '../../lists/page';
import { withLastChange, type LastChange, type LastChangeQuery } from '../../changes/last-changes';
import { findById } from '../../database/prepared-statement';
import { ImagesService, type PreparedImages } from '../../images/images.service';
import { toAddress } from '../../images/image-reference';
import { withoutEmpty } from './extra-fields.field';
import { exportProducts } from './product-export';
import { readFieldNames } from './product-field-names';
import { ProductDto, type CreateProductDto, type ProductLinkDto, type ReplaceProductDto } from './product.dto';
import { expectVisible } from './sku';
import { Product } from './product.entity';

export { findByFoldedCodes, findByFoldedNames } from './folded-codes';

const notFound = 'Product not found';

/** What is shown of a product next to a record that is about it: its description may be long. */
const LINKED_FIELDS = {
  ...{ id: true, sku: true, ean: true, name: true },
  ...{ vehicle: true, status: true, images: true, extraFields: true },
} as const;
type LinkedProduct = Pick<ProductDto, keyof typeof LINKED_FIELDS>;

/** The registry of products. */
@Injectable()
export class ProductsService {
  constructor(
    @InjectRepository(Product) private readonly products: Repository<Product>,
    private readonly images: ImagesService,
    private readonly writer: RecordWriter,
  ) {}

  list(filter: ListFilter & LastChangeQuery): ReadRows<Product & LastChange> {
    return withLastChange(readRows(this.products, filter), filter, this.products.manager.connection, 'product');
  }

  /** The products as CSV, piece by piece. */
  export(filter: ListFilter): AsyncGenerator<string> {
    return exportProducts(this.products, this.list(filter));
  }

  /** The names of extra fields that products have, the most common first. */
  fieldNames(): Promise<string[]> {
    return readFieldNames(this.products.manager.connection);
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
    return orNotFound(await findById(this.products, id), notFound);
  }

  /** The products that have one of these SKUs. */
  findByCodes(codes: string[]): Promise<ProductLinkDto[]> {
    return this.products.find({ select: { id: true, sku: true, name: true }, where: { sku: In(codes) } });
  }

  /** The products with these ids as records that are about them show them, by id; one that is gone is left out. */
  async readLinked(ids: number[]): Promise<Map<number, LinkedProduct>> {
    const found = ids.length > 0 ? await this.products.find({ select: LINKED_FIELDS, where: { id: In(ids) } }) : [];
    return new Map(found.map((product) => [product.id, linkedProduct(product)]));
  }

  /** Creates a product; 409 where the SKU is taken. */
  async create({ images, ...fields }: CreateProductDto, context: RequestContext): Promise<Product> {
    expectVisible(fields.sku);
    const prepared = await this.images.prepare(images, context.userId);
    const product = { ...given(fields), images: prepared.references };
    const save = this.writer.create(Product, product, context, this.images.storing(prepared));
    return this.write(save, fields, context, prepared);
  }

  /** Replaces the fields that are given; 404 without the product, 409 where the SKU is another's. */
  async replace(id: number, { images, ...fields }: ReplaceProductDto, context: RequestContext): Promise<Product> {
    const current = await this.read(id);
    expectVisible(fields.sku, current.sku);
    const prepared = await this.images.prepare(images, context.userId, current.images);
    const change = { id, notFound, fields: { ...given(fields), images: prepared.references } };
    const save = this.writer.change(Product, change, context, (manager, product) =>
      this.images.store(manager, prepared, product.images),
    );
    return this.write(save, fields, context, prepared);
  }

  private write(
    save: Promise<Product>,
    { sku }: Pick<ReplaceProductDto, 'sku'>,
    context: RequestContext,
    prepared: PreparedImages,
  ): Promise<Product> {
    return this.images.expectStored(save, context, prepared).catch((error: unknown) => {
      const taken = takenMessage(error, () => sku);
      throw taken ? new ConflictException(taken) : error;
    });
  }
}

function linkedProduct({ id, sku, ean, name, vehicle, status, images, extraFields }: Product): LinkedProduct {
  return { id, sku, ean, name, vehicle, status, images: images.map(toAddress), extraFields };
}

/** What a request says of the row: a field that is left out stays as it is, null brings the default back. */
function given({ status, extraFields, ...texts }: Omit<ReplaceProductDto, 'images'>): Partial<Product> {
  return {
    ...texts,
    status: status === undefined ? undefined : (status ?? 'active'),
    extraFields: extraFields === undefined ? undefined : withoutEmpty(extraFields ?? {}),
  };
}
