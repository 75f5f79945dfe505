import { Check, Column, Entity, Generated, Index, PrimaryColumn } from 'typeorm';

export const OPERATIONS = ['insert', 'update', 'delete'] as const;
export type ChangeOperation = (typeof OPERATIONS)[number];

/** The columns of a row as JSON, by the names they have in the database. */
export type Row = Record<string, unknown>;

/** One entry of the change log, written by a trigger in the transaction of the change. Table `changes`, only added to. */
@Entity('changes')
@Check('changes_operation_check', "operation IN ('insert', 'update', 'delete')")
@Index('changes_subject', ['subjectKind', 'subjectId', 'id'])
@Index('changes_change_set', ['changeSet'])
@Index('changes_deletions', ['kind', 'id'], { where: "operation = 'delete'" })
@Index('changes_first', ['at', 'id'], { where: 'is_first' })
@Index('changes_first_by_kind', ['subjectKind', 'at', 'id'], { where: 'is_first' })
@Index('changes_first_by_user', ['userId', 'at', 'id'], { where: 'is_first' })
@Index('changes_first_deletions', ['at', 'id'], { where: "is_first AND operation = 'delete'" })
export class Change {
  @PrimaryColumn({
    type: 'bigint',
    primaryKeyConstraintName: 'changes_pkey',
    transformer: { from: Number, to: (id: unknown) => id },
  })
  @Generated('increment')
  id: number;

  /** What was changed together: all that one request did. */
  @Column({ name: 'change_set', type: 'uuid' })
  changeSet: string;

  /** By the clock of the database. */
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  at: Date;

  /** Who did it; null for what did not come through the API. */
  @Column({ name: 'user_id', type: 'integer', nullable: true })
  userId: number | null;

  /** The access token by which they did it; null for a session. */
  @Column({
    name: 'token_name',
    type: 'text',
    nullable: true,
    default: () => "NULLIF(current_setting('crm.token_name', true), '')",
  })
  tokenName: string | null;

  @Column({ type: 'text' })
  kind: string;

  @Column({ name: 'record_id', type: 'integer' })
  recordId: number;

  /** The record that it is part of, such as the question of a response; else the record itself. */
  @Column({ name: 'subject_kind', type: 'text' })
  subjectKind: string;

  @Column({ name: 'subject_id', type: 'integer' })
  subjectId: number;

  @Column({ type: 'text' })
  operation: ChangeOperation;

  /** Of the record after the change; of a deleted one the last it had. */
  @Column({ type: 'integer' })
  version: number;

  /** The fields that changed, as they were. */
  @Column({ type: 'json', nullable: true })
  before: Row | null;

  /** The fields that changed, as they are from then on. */
  @Column({ type: 'json', nullable: true })
  after: Row | null;

  /** Whether it is the first entry of its change set. */
  @Column({ name: 'is_first', type: 'boolean', default: true, select: false })
  isFirst: boolean;
}
