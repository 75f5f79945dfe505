import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ThreadStatus } from '../../threads/thread.entity';

/** An open question or problem that an update answers. */
export interface AnsweredItem {
  kind: string;
  id: number;
}

/**
 * An update that answers open items, some hundred in a transaction: one transaction for all would hold up the feed of
 * changes. What a process leaves unfinished another one goes on with. Table `update_answers`.
 */
@Entity('update_answers')
@Index('update_answers_unfinished', ['id'], { where: 'finished_at IS NULL' })
@Index('update_answers_change_set', ['changeSet'], { unique: true })
export class UpdateAnswer {
  @PrimaryGeneratedColumn()
  id: number;

  @ForeignKey('Update', { onDelete: 'CASCADE' })
  @Column({ name: 'update_id', type: 'integer' })
  updateId: number;

  @ForeignKey('User')
  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  @Column({ name: 'token_name', type: 'text', nullable: true })
  tokenName: string | null;

  /** Under which all of it is in the change log. */
  @Column({ name: 'change_set', type: 'uuid' })
  changeSet: string;

  /** The status that the items get; null leaves it. */
  @Column({ type: 'text', nullable: true })
  status: ThreadStatus | null;

  /** The text that they get; null for that of the update. */
  @Column({ type: 'text', nullable: true })
  text: string | null;

  @Column({ type: 'jsonb' })
  items: AnsweredItem[];

  /** How many of the items have been gone through, and how many of these were open and got the answer. */
  @Column({ type: 'integer', default: 0 })
  done: number;

  @Column({ type: 'integer', default: 0 })
  answered: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt: Date | null;
}
