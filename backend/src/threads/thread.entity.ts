import { Column, ForeignKey, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

export const THREAD_STATUSES = ['open', 'in_progress', 'resolved'] as const;
export type ThreadStatus = (typeof THREAD_STATUSES)[number];

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
}

/** The columns of an answer to a thread. */
export abstract class ThreadResponse extends Created {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'text' })
  response: string;
}
