import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { RevertChoiceDto } from './revert/revert.dto';

/**
 * A change set that is made in several transactions, since one would hold up the feed, and is taken back in several too. Until
 * it is finished it cannot be taken back. Table `stepwise_change_sets`.
 */
@Entity('stepwise_change_sets')
@Index('stepwise_change_sets_unfinished', ['changeSet'], { where: 'finished_at IS NULL AND reverts IS NOT NULL' })
export class StepwiseChangeSet {
  @PrimaryColumn({ name: 'change_set', type: 'uuid', primaryKeyConstraintName: 'stepwise_change_sets_pkey' })
  changeSet: string;

  /** The change set that it takes back, on whose behalf, with which answers to conflicts, and from which of its entries on down. */
  @Column({ type: 'uuid', nullable: true })
  reverts: string | null;

  @Column({ name: 'user_id', type: 'integer', nullable: true })
  userId: number | null;

  @Column({ name: 'token_name', type: 'text', nullable: true })
  tokenName: string | null;

  @Column({ type: 'jsonb', nullable: true })
  choices: RevertChoiceDto[] | null;

  @Column({ name: 'next_entry', type: 'bigint', nullable: true })
  nextEntry: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt: Date | null;
}
