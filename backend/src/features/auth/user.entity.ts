import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A member of staff. Table `users`; e-mails are unique whatever their case. */
@Entity('users')
@Index('users_email_key', { synchronize: false })
export class User {
  @PrimaryGeneratedColumn({ primaryKeyConstraintName: 'users_pkey' })
  id: number;

  @Column({ type: 'text' })
  email: string;

  /** What colleagues read in place of the e-mail. */
  @Column({ name: 'display_name', type: 'text', nullable: true })
  name: string | null;

  /** The argon2id hash, never the password. */
  @Column({ type: 'text', select: false })
  password: string;

  /** Since when nobody can sign in as this user; the row stays, as the author of what was changed. */
  @Column({ name: 'closed_at', type: 'timestamptz', nullable: true, select: false })
  closedAt: Date | null;

  /** The colleague who closed it; null where the operator did. */
  @ForeignKey('User', { name: 'users_closed_by_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'closed_by_id', type: 'integer', nullable: true, select: false })
  closedById: number | null;
}
