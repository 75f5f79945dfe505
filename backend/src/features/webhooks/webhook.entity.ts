import { Column, CreateDateColumn, Entity, ForeignKey, Generated, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ChangeOperation } from '../../changes/change.entity';
import { LoggedType } from '../../records/record-type';

const asNumber = { from: Number, to: (value: unknown) => value };

/** How the change log names webhooks. */
export const WEBHOOK_KIND = 'webhook';

/** Where changes are sent. Table `webhooks`; the log has who made and changed one, never its secret. */
@Entity('webhooks')
@LoggedType({
  kind: WEBHOOK_KIND,
  table: 'webhooks',
  columns: ['id', 'url', 'kinds', 'operations', 'active', 'created_by_id', 'created_at'],
})
export class Webhook {
  @PrimaryGeneratedColumn({ primaryKeyConstraintName: 'webhooks_pkey' })
  id: number;

  @Column({ type: 'text' })
  url: string;

  /** Only changes of these kinds of record; null for all. */
  @Column({ type: 'text', array: true, nullable: true })
  kinds: string[] | null;

  @Column({ type: 'text', array: true, nullable: true })
  operations: ChangeOperation[] | null;

  @Column({ type: 'boolean', default: true })
  active: boolean;

  /** Signs what is sent, so it cannot be kept as a hash. */
  @Column({ type: 'text', select: false })
  secret: string;

  /** The last entry of the change log that was delivered, or that was not wanted. */
  @Column({ type: 'bigint', transformer: asNumber })
  position: number;

  @Column({ name: 'failing_since', type: 'timestamptz', nullable: true })
  failingSince: Date | null;

  @ForeignKey('User', { name: 'webhooks_created_by_id_fkey' })
  @Column({ name: 'created_by_id', type: 'integer' })
  createdById: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  /** Counts the changes that are logged; a trigger raises it. */
  @Column({ type: 'integer', default: 1, select: false, insert: false, update: false })
  version: number;
}

/** A batch of changes on its way to a webhook, or delivered. Table `webhook_deliveries`. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_webhook_id', ['webhookId', 'id'])
@Index('webhook_deliveries_pending', ['webhookId', 'id'], { where: 'is_pending' })
@Index('webhook_deliveries_next', ['webhookId'], { unique: true, where: 'is_pending AND (NOT is_replay)' })
export class WebhookDelivery {
  @PrimaryGeneratedColumn({ primaryKeyConstraintName: 'webhook_deliveries_pkey' })
  id: number;

  /** By which the receiver knows a repeat. */
  @Column({ type: 'uuid' })
  @Generated('uuid')
  uuid: string;

  @ForeignKey('Webhook', { name: 'webhook_deliveries_webhook_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'webhook_id', type: 'integer' })
  webhookId: number;

  /** Its changes are those after this entry of the log … */
  @Column({ type: 'bigint', transformer: asNumber })
  after: number;

  /** … up to this one. */
  @Column({ type: 'bigint', transformer: asNumber })
  until: number;

  @Column({ type: 'integer' })
  changes: number;

  @Column({ type: 'text', array: true, nullable: true })
  kinds: string[] | null;

  @Column({ type: 'text', array: true, nullable: true })
  operations: ChangeOperation[] | null;

  @Column({ name: 'is_replay', type: 'boolean', default: false })
  isReplay: boolean;

  @Column({ name: 'is_pending', type: 'boolean', default: true })
  isPending: boolean;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  @Column({ name: 'tried_at', type: 'timestamptz', nullable: true })
  triedAt: Date | null;

  @Column({ name: 'next_at', type: 'timestamptz', default: () => 'now()' })
  nextAt: Date;

  /** Of the last answer; null where there was none. */
  @Column({ type: 'integer', nullable: true })
  status: number | null;

  @Column({ type: 'text', nullable: true })
  error: string | null;
}
