import { Column, Entity, Index, PrimaryGeneratedColumn, Unique, VersionColumn } from 'typeorm';
import type { ImageReference } from '../../images/image-reference';
import { RecordType } from '../../records/record-type';

/** A product of the registry. Table `products`. */
@Entity('products')
@RecordType({
  kind: 'product',
  table: 'products',
  count: { name: 'products', description: 'Registered products.', example: 300 },
  title: "name || ' ' || sku",
  texts: ['name', 'sku', 'ean', 'vehicle', 'description', 'json_texts(extra_fields)'],
  codes: ['sku', 'ean'],
  images: true,
  unique: { name: 'sku', label: 'SKU', constraint: 'products_sku_key' },
})
@Unique('products_sku_key', ['sku'])
@Index('products_by_name', { synchronize: false })
@Index('products_by_sku', { synchronize: false })
@Index('products_by_status', ['status', 'id'])
@Index('products_without_images', ['id'], { where: "images = '[]'" })
@Index('products_sku_folded', { synchronize: false })
@Index('products_ean_folded', { synchronize: false })
export class Product {
  @PrimaryGeneratedColumn({ primaryKeyConstraintName: 'products_pkey' })
  id: number;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  sku: string;

  @Column({ type: 'text', nullable: true })
  ean: string | null;

  @Column({ type: 'text', nullable: true })
  vehicle: string | null;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'jsonb', default: [] })
  images: ImageReference[];

  /** `json`, not `jsonb`: the fields stay in the order in which they were entered, names that are numbers first. */
  @Column({ name: 'extra_fields', type: 'json', default: {} })
  extraFields: Record<string, string>;

  @Column({ type: 'text', default: 'active' })
  status: string;

  /** Counts the changes; a trigger raises it. */
  @VersionColumn({ default: 1 })
  version: number;
}
