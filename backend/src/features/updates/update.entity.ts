import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

export const UPDATE_STATUSES = ['active', 'archived'] as const;
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

/** News that staff publish. Table `updates`. */
@Entity('updates')
@Check('updates_status_check', "status IN ('active', 'archived')")
@Index('updates_search', { synchronize: false })
@Index('updates_by_status', ['status', 'id'])
@Index('updates_pairs', { synchronize: false })
@Index('updates_words', { synchronize: false })
export class Update {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text' })
  content: string;

  @Column({ type: 'text', default: 'active' })
  status: UpdateStatus;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  @ForeignKey('User')
  @Column({ name: 'created_by_id', type: 'integer' })
  createdById: number;

  /** Counts the changes; raised by a trigger, whoever writes. */
  @VersionColumn({ default: 1 })
  version: number;

  /** What a search looks through; written by a trigger. */
  @Column({ name: 'search_text', type: 'text', default: '', select: false, insert: false, update: false })
  searchText: string;
}
