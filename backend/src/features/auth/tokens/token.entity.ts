import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A personal access token. Table `tokens`; a user has one of each name, and a revoked one is gone. */
@Entity('tokens')
@Unique('tokens_user_id_name_key', ['userId', 'name'])
@Unique('tokens_sha256_key', ['sha256'])
export class Token {
  @PrimaryGeneratedColumn({ primaryKeyConstraintName: 'tokens_pkey' })
  id: number;

  @ForeignKey('User', { name: 'tokens_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  @Column({ type: 'text' })
  name: string;

  /** The hash of the token, never the token. */
  @Column({ type: 'bytea', select: false })
  sha256: Buffer;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  lastUsedAt: Date | null;
}
