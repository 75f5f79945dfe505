import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** When each thread was created, first answered and last resolved: the change log in short. Table `thread_times`. */
@Entity('thread_times')
@Index('thread_times_created', ['kind', 'createdAt'], { where: 'created_at IS NOT NULL' })
@Index('thread_times_answered', ['kind', 'firstResponseAt', 'createdAt'], { where: 'first_response_at IS NOT NULL' })
@Index('thread_times_resolved', ['kind', 'resolvedAt'], { where: 'resolved_at IS NOT NULL' })
export class ThreadTimes {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'thread_times_pkey' })
  kind: string;

  @PrimaryColumn({ name: 'record_id', type: 'integer', primaryKeyConstraintName: 'thread_times_pkey' })
  recordId: number;

  /** The entry of the change log up to which the times are known. */
  @Column({ type: 'bigint' })
  position: string;

  /** Null, as the others, for a thread that is deleted. */
  @Column({ name: 'created_at', type: 'timestamptz', nullable: true })
  createdAt: Date | null;

  /** By the staff. */
  @Column({ name: 'first_response_at', type: 'timestamptz', nullable: true })
  firstResponseAt: Date | null;

  /** When it became resolved last; null while it is not. */
  @Column({ name: 'resolved_at', type: 'timestamptz', nullable: true })
  resolvedAt: Date | null;
}
