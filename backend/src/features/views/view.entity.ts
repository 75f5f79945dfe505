import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AuditedType } from '../../records/record-type';
import { Created } from '../../threads/thread.entity';

/** A list with filters that somebody has saved. Table `views`. */
@Entity('views')
@AuditedType({ kind: 'view', table: 'views', isPersonal: true })
@Index('views_created_by_id', ['createdById'])
@Index('views_shared', ['id'], { where: 'is_shared' })
export class View extends Created {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'text' })
  name: string;

  /** Whose list it is of: a kind of record, or `queue`. */
  @Column({ type: 'text' })
  list: string;

  /** The search, the order and the filters, as they stand in the address. */
  @Column({ type: 'text', default: '' })
  query: string;

  /** Whether colleagues have it too. */
  @Column({ name: 'is_shared', type: 'boolean', default: false })
  isShared: boolean;
}
