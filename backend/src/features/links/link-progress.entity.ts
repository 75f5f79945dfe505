import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far `npm run links` is with a kind of records; no row where it has not begun, or is through. Table `link_progress`. */
@Entity('link_progress')
export class LinkProgress {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'link_progress_pkey' })
  kind: string;

  /** The number of the last record that was read. */
  @Column({ name: 'after_id', type: 'integer' })
  afterId: number;
}
