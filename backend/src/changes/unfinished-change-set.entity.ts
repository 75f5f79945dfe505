import { Entity, PrimaryColumn } from 'typeorm';

/** A change set that further transactions will add to: it cannot be taken back yet. Table `unfinished_change_sets`. */
@Entity('unfinished_change_sets')
export class UnfinishedChangeSet {
  @PrimaryColumn({ name: 'change_set', type: 'uuid', primaryKeyConstraintName: 'unfinished_change_sets_pkey' })
  changeSet: string;
}
