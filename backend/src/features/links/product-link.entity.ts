import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique, VersionColumn } from 'typeorm';
import { AuditedType } from '../../records/record-type';

/** Who linked: a code in the text, or a person. The rejection of a suggestion is kept as `code`, too. */
export const LINK_SOURCES = ['code', 'person'] as const;
export type LinkSource = (typeof LINK_SOURCES)[number];

/** That a record is about a product, or that a person has said that it is not. Table `product_links`. */
@Entity('product_links')
@AuditedType({ kind: 'product-link', table: 'product_links', isPart: true })
@Check('product_links_source_check', "source IN ('code', 'person')")
@Check('product_links_state_check', "state IN ('linked', 'rejected')")
@Unique('product_links_key', ['kind', 'recordId', 'productId'])
@Index('product_links_by_product', ['productId', 'kind', 'recordId'])
export class ProductLink {
  @PrimaryGeneratedColumn({ primaryKeyConstraintName: 'product_links_pkey' })
  id: number;

  /** The kind of the record, such as `question`. */
  @Column({ type: 'text' })
  kind: string;

  @Column({ name: 'record_id', type: 'integer' })
  recordId: number;

  @ForeignKey('Product', { name: 'product_links_product_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'product_id', type: 'integer' })
  productId: number;

  @Column({ type: 'text' })
  source: LinkSource;

  /** A rejected link stays, so that the code in the text does not bring it back. */
  @Column({ type: 'text', default: 'linked' })
  state: 'linked' | 'rejected';

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  /** Null for a link that was made after an import or by the command. */
  @ForeignKey('User')
  @Column({ name: 'created_by_id', type: 'integer', nullable: true })
  createdById: number | null;

  /** Counts the changes; a trigger raises it. */
  @VersionColumn({ default: 1 })
  version: number;
}
