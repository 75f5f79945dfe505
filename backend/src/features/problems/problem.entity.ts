import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { ImageReference } from '../../images/image-reference';
import { RecordType } from '../../records/record-type';
import { ResponseTable, Thread, THREAD_STATUSES, ThreadResponse, ThreadTable } from '../../threads/thread.entity';

/** What a customer reports as broken, with photos. Table `problems`. */
@Entity('problems')
@RecordType({
  kind: 'problem',
  table: 'problems',
  count: { name: 'problems', description: 'Problems.', example: 42 },
  texts: ['title', 'description'],
  statuses: THREAD_STATUSES,
  images: true,
  responses: 'problem_responses',
})
@ThreadTable('problems')
@Index('problems_with_images', ['status', 'id'], { where: "images <> '[]'" })
export class Problem extends Thread {
  @Column({ type: 'jsonb', default: [] })
  images: ImageReference[];
}

/** An answer to a problem. Table `problem_responses`; it goes with its problem. */
@Entity('problem_responses')
@ResponseTable('problem_responses')
@Index('problem_responses_words', { synchronize: false })
@Index('problem_responses_problem_id', ['problemId', 'id'])
export class ProblemResponse extends ThreadResponse {
  @ForeignKey('Problem', { name: 'problem_responses_problem_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'problem_id', type: 'integer' })
  problemId: number;
}
