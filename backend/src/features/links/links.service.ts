import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { mapViolation } from '../../http/database-error';
import type { RecordTypeOptions } from '../../records/record-type';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { ProductsService } from '../products/products.service';
import type { LinkedProductDto, OpenRecordsDto, ProductRecordsDto, ProductRecordsQuery } from './link.dto';
import { findLinks, insertLinks } from './link-records';
import { linkedKindAt } from './linked-kind';
import { countOpenRecords, readProductRecords } from './product-records';
import { readCursor } from './record-cursor';
import { suggestedProducts } from './suggestions';
import type { LinkSource } from './product-link.entity';

const DEFAULT_LIMIT = 50;
const noProduct = (): Error => new NotFoundException('Product not found');

/** A link between a record and a product, by the words of the address. */
export interface LinkPath {
  kind: string;
  id: number;
  productId: number;
}

interface Shown {
  productId: number;
  source: LinkSource;
  state: LinkedProductDto['state'];
}

interface LinkRow {
  productId: number;
  source: LinkSource;
  state: 'linked' | 'rejected';
}

/** Which products a record is about, and which records are about a product. */
@Injectable()
export class LinksService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly writer: RecordWriter,
    private readonly products: ProductsService,
  ) {}

  /** The products of a record: those linked first, then those suggested; 404 without the record. */
  async productsOf(path: string, id: number): Promise<LinkedProductDto[]> {
    const type = linkedKindAt(path);
    const links = await this.source.query<LinkRow[]>(
      'SELECT product_id AS "productId", source, state FROM product_links WHERE kind = $1 AND record_id = $2 ORDER BY id',
      [type.kind, id],
    );
    if (links.length === 0) await expectRecord(this.source.manager, type, id);
    const known = links.map(({ productId }) => productId);
    const suggested = await suggestedProducts(this.source, type, id, known);
    const shown: Shown[] = [
      ...links.flatMap(({ state, ...link }) => (state === 'linked' ? [{ ...link, state }] : [])),
      ...suggested.map((productId) => ({ productId, source: 'code' as const, state: 'suggested' as const })),
    ];
    const products = await this.products.readLinked(shown.map(({ productId }) => productId));
    return shown.flatMap(({ productId, ...link }) => {
      const product = products.get(productId);
      return product ? [{ product, ...link }] : [];
    });
  }

  /** The numbers of the products whose exact codes are in a text. */
  async readNamed(manager: EntityManager, text: string): Promise<number[]> {
    return (await findLinks(manager, [{ id: 0, texts: [text] }])).map(({ productId }) => productId);
  }

  /** Links records to products that a text names which all of them get. */
  async linkNamed(
    manager: EntityManager,
    { kind, ids, productIds }: { kind: string; ids: number[]; productIds: number[] },
    userId: number,
  ): Promise<void> {
    const links = ids.flatMap((recordId) => productIds.map((productId) => ({ recordId, productId })));
    await insertLinks(manager, linkedKindAt(kind), links, userId);
  }

  /** The records that are about a product; 404 without the product. */
  async recordsOf(
    productId: number,
    { kind, limit = DEFAULT_LIMIT, cursor }: ProductRecordsQuery,
  ): Promise<ProductRecordsDto> {
    const type = kind === undefined ? undefined : linkedKindAt(kind).kind;
    const found = await readProductRecords(this.source, { productId, kind: type, limit, after: readCursor(cursor) });
    if (found.counts.length === 0) await this.products.read(productId);
    return found;
  }

  /** How many questions and problems about some products are not resolved; a product without any is left out. */
  countOpen(productIds: number[]): Promise<OpenRecordsDto[]> {
    return countOpenRecords(this.source, productIds);
  }

  /** A person says that a record is about a product, or confirms it. */
  async link(path: LinkPath, context: RequestContext): Promise<LinkedProductDto> {
    const source = await this.write(path, 'linked', context);
    const products = await this.products.readLinked([path.productId]);
    const product = products.get(path.productId);
    if (!product) throw noProduct();
    return { product, source, state: 'linked' };
  }

  /** A person says that a record is not about a product: it is not suggested, and its code does not link it again. */
  async reject(path: LinkPath, context: RequestContext): Promise<void> {
    await this.write(path, 'rejected', context);
  }

  private write(
    { kind, id, productId }: LinkPath,
    state: LinkRow['state'],
    context: RequestContext,
  ): Promise<LinkSource> {
    const type = linkedKindAt(kind);
    return this.writer
      .transaction(context, async (manager) => {
        await expectRecord(manager, type, id);
        const key = [type.kind, id, productId];
        await manager.query(
          `INSERT INTO product_links AS link (kind, record_id, product_id, source, state, created_by_id)
           VALUES ($1, $2, $3, CASE $4 WHEN 'linked' THEN 'person' ELSE 'code' END, $4, $5)
           ON CONFLICT (kind, record_id, product_id) DO UPDATE
           SET state = excluded.state, source = CASE $4 WHEN 'linked' THEN 'person' ELSE link.source END
           WHERE link.state <> excluded.state OR ($4 = 'linked' AND link.source = 'code')`,
          [...key, state, context.userId],
        );
        const [{ source }] = await manager.query<{ source: LinkSource }[]>(
          'SELECT source FROM product_links WHERE kind = $1 AND record_id = $2 AND product_id = $3',
          key,
        );
        return source;
      })
      .catch(mapViolation('product_links_product_id_fkey', noProduct));
  }
}

/** Expects that there is a record, and keeps it until the transaction ends; else 404. */
async function expectRecord(manager: EntityManager, { table }: RecordTypeOptions, id: number): Promise<void> {
  const found = await manager.query<object[]>(`SELECT FROM ${table} WHERE id = $1 FOR KEY SHARE`, [id]);
  if (found.length === 0) throw new NotFoundException('There is no such record');
}
