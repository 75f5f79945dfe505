import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Why somebody is notified. `NotifierService` decides which of several reasons is told. */
export const REASONS = [
  'mention',
  'assigned',
  'taken',
  'unassigned',
  'response',
  'customer',
  'note',
  'status',
] as const;
export type Reason = (typeof REASONS)[number];

const asNumber = { from: (id: unknown) => (id === null ? null : Number(id)), to: (value: unknown) => value };

/** What a colleague did that concerns a user. Table `notifications`; one for each user and entry of the change log. */
@Entity('notifications')
@Check('notifications_reason_check', `reason IN (${REASONS.map((reason) => `'${reason}'`).join(', ')})`)
@Unique('notifications_cause', ['userId', 'changeId'])
@Index('notifications_by_user', ['userId', 'id'])
@Index('notifications_unread', ['userId', 'kind', 'recordId'], { where: 'read_at IS NULL' })
@Index('notifications_read', ['readAt'], { where: 'read_at IS NOT NULL' })
export class Notification {
  @PrimaryGeneratedColumn({ primaryKeyConstraintName: 'notifications_pkey' })
  id: number;

  @ForeignKey('User', { name: 'notifications_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  /** The entry of the change log that it tells of. */
  @Column({ name: 'change_id', type: 'bigint', transformer: asNumber })
  changeId: number;

  @Column({ type: 'text' })
  kind: string;

  @Column({ name: 'record_id', type: 'integer' })
  recordId: number;

  @Column({ type: 'text' })
  reason: Reason;

  /** Who did it. */
  @Column({ name: 'actor_id', type: 'integer' })
  actorId: number;

  /** The beginning of what was written, or the new status. */
  @Column({ type: 'text', nullable: true })
  excerpt: string | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'read_at', type: 'timestamptz', nullable: true })
  readAt: Date | null;
}

/** What a user has to do with a record. Table `record_watches`. */
@Entity('record_watches')
@Index('record_watches_by_user', ['userId', 'kind', 'recordId'])
export class RecordWatch {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'record_watches_pkey' })
  kind: string;

  @PrimaryColumn({ name: 'record_id', type: 'integer', primaryKeyConstraintName: 'record_watches_pkey' })
  recordId: number;

  @ForeignKey('User', { name: 'record_watches_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'record_watches_pkey' })
  userId: number;

  /** True for who watches it, false for who muted it; null for who watches it only if they took part. */
  @Column({ name: 'is_watching', type: 'boolean', nullable: true })
  isWatching: boolean | null;

  /** The newest entry of the change log when they last had it open; null where they never had. */
  @Column({ name: 'seen_change_id', type: 'bigint', nullable: true, transformer: asNumber })
  seenChangeId: number | null;

  @Column({ name: 'opened_at', type: 'timestamptz', nullable: true })
  openedAt: Date | null;
}
