import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { RecordType } from '../../records/record-type';

export const UPDATE_STATUSES = ['active', 'archived'] as const;
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

/** An update. Table `updates`. */
@Entity('updates')
@RecordType({
  kind: 'update',
  table: 'updates',
  count: { name: 'updates', description: 'Updates.', example: 12 },
  texts: ['title', 'content'],
  statuses: UPDATE_STATUSES,
})
@Check('updates_status_check', "status IN ('active', 'archived')")
@Index('updates_by_status', ['status', 'id'])
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

  /** Counts the changes; a trigger raises it. */
  @VersionColumn({ default: 1 })
  version: number;
}
