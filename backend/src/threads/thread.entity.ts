import { Check, Column, ForeignKey, Index, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

export const THREAD_STATUSES = ['open', 'in_progress', 'resolved'] as const;
export type ThreadStatus = (typeof THREAD_STATUSES)[number];

/** Who wrote a response: a colleague to the customer, the customer, or a colleague to colleagues. */
export const RESPONSE_KINDS = ['staff', 'customer', 'note'] as const;
export type ResponseKind = (typeof RESPONSE_KINDS)[number];

/** Declares the checks and indexes that every table of threads has; the migration makes those of the queue by `enable_queue`. */
export function ThreadTable(table: string): ClassDecorator {
  return (entity) => {
    Check(`${table}_status_check`, "status IN ('open', 'in_progress', 'resolved')")(entity);
    Index(`${table}_by_status`, ['status', 'id'])(entity as never);
    for (const index of ['waiting', 'assigned', 'snoozed', 'tags', 'created', 'unresolved', 'unassigned'])
      Index(`${table}_${index}`, { synchronize: false })(entity as never);
  };
}

/** Who made a record, and when by the clock of the database. */
export abstract class Created {
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  @ForeignKey('User')
  @Column({ name: 'created_by_id', type: 'integer' })
  createdById: number;

  /** Counts the changes; a trigger raises it. */
  @VersionColumn({ default: 1 })
  version: number;
}

/** The columns of what customers write in about: a text with a status. Each table is an entity of its own. */
export abstract class Thread extends Created {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text' })
  description: string;

  @Column({ type: 'text', default: 'open' })
  status: ThreadStatus;

  /** The colleague who takes care of it. */
  @ForeignKey('User')
  @Column({ name: 'assignee_id', type: 'integer', nullable: true })
  assigneeId: number | null;

  /** Until when nobody needs to look at it. */
  @Column({ name: 'snoozed_until', type: 'timestamptz', nullable: true })
  snoozedUntil: Date | null;

  /** The numbers of its tags, in the order in which they were added. */
  @Column({ name: 'tag_ids', type: 'integer', array: true, default: [] })
  tagIds: number[];

  /** When it was created or reopened; null while it is resolved. A trigger writes it. */
  @Column({ name: 'opened_at', type: 'timestamptz', nullable: true, select: false, insert: false, update: false })
  openedAt: Date | null;

  /** Since when the customer waits for a response; null where nobody waits. Triggers write it. */
  @Column({ name: 'waiting_since', type: 'timestamptz', nullable: true, select: false, insert: false, update: false })
  waitingSince: Date | null;
}

/** Declares the check and the index that every table of responses has. */
export function ResponseTable(table: string): ClassDecorator {
  return (entity) => {
    Check(`${table}_kind_check`, "kind IN ('staff', 'customer', 'note')")(entity);
    Index(`${table}_update`, ['updateId'], { where: 'update_id IS NOT NULL' })(entity as never);
  };
}

/** The columns of an answer to a thread. */
export abstract class ThreadResponse extends Created {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'text' })
  response: string;

  @Column({ type: 'text', default: 'staff' })
  kind: ResponseKind;

  /** The update that gave this response. */
  @ForeignKey('Update', { onDelete: 'SET NULL' })
  @Column({ name: 'update_id', type: 'integer', nullable: true })
  updateId: number | null;
}
