import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AuditedType } from '../../records/record-type';
import { Created } from '../../threads/thread.entity';

export const TAG_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const;
export type TagColor = (typeof TAG_COLORS)[number];

/** What threads are sorted by. Table `tags`; threads have their numbers, so a new name touches none of them. */
@Entity('tags')
@AuditedType({
  kind: 'tag',
  table: 'tags',
  unique: { name: 'name', label: 'name', constraint: 'tags_name_key', ignoresCase: true },
})
@Check('tags_color_check', `color IN ('${TAG_COLORS.join("', '")}')`)
@Index('tags_name_key', { synchronize: false })
export class Tag extends Created {
  @PrimaryGeneratedColumn()
  id: number;

  /** Unique, whatever its case. */
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', default: 'gray' })
  color: TagColor;

  /** The heading under which it is listed. */
  @Column({ type: 'text', nullable: true })
  group: string | null;
}
