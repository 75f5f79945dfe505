import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { ImportColumn } from '../import-columns';

/** Whose profile it is: a user's, or an access token's where the requests come with one. */
export interface ProfileOwner {
  userId: number;
  tokenId: number | null;
}

/**
 * How somebody reads the columns of files. Table `product_import_profiles`; two without a token are the same owner's where
 * the user is the same.
 */
@Entity('product_import_profiles')
@Unique('product_import_profiles_owner_name_key', ['userId', 'tokenId', 'name'])
@Check('product_import_profiles_name_check', 'char_length(name) BETWEEN 1 AND 100')
@Index('product_import_profiles_headers', ['userId', 'headers'])
export class ImportProfile implements ProfileOwner {
  @PrimaryGeneratedColumn({ primaryKeyConstraintName: 'product_import_profiles_pkey' })
  id: number;

  @ForeignKey('User', { name: 'product_import_profiles_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  /** A token takes its profiles with it. */
  @ForeignKey('Token', { name: 'product_import_profiles_token_id_fkey', onDelete: 'CASCADE' })
  @Index('product_import_profiles_token')
  @Column({ name: 'token_id', type: 'integer', nullable: true })
  tokenId: number | null;

  @Column({ type: 'text' })
  name: string;

  /** Of the file that it was last used with, as `headersKey` makes it. */
  @Column({ type: 'text' })
  headers: string;

  /** By their headers: first the columns of the last file, then the ones that it did not have. */
  @Column({ type: 'json' })
  columns: ImportColumn[];

  @Column({ type: 'text', nullable: true })
  placeholder: string | null;

  @Column({ name: 'make_skus', type: 'boolean', default: true })
  makeSkus: boolean;

  @CreateDateColumn({ name: 'used_at', type: 'timestamptz', default: () => 'now()' })
  usedAt: Date;
}
