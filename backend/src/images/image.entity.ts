import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The bytes of one uploaded image, kept once however many records show it. Table `images`. */
@Entity('images')
@Check('images_sha256_check', "sha256 ~ '^[0-9a-f]{64}$'")
@Check('images_uses_check', 'uses >= 0')
@Index('images_unused', ['uploadedAt'], { where: 'uses = 0' })
export class Image {
  /** Of the bytes, as 64 hex digits. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'images_pkey' })
  sha256: string;

  /** The media type that the bytes have, whatever the data URL called them. */
  @Column({ type: 'text' })
  type: string;

  @Column({ type: 'bytea' })
  bytes: Buffer;

  /** How many places of records and of their history hold this image; kept by triggers, which remove the row at 0. */
  @Column({ type: 'integer', default: 0 })
  uses: number;

  /** When it was last uploaded as a file. One that has no use a day later is removed. */
  @Column({ name: 'uploaded_at', type: 'timestamptz', default: () => 'now()' })
  uploadedAt: Date;
}
