import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { ImageReference } from '../../images/image-reference';
import { Thread, ThreadResponse } from '../../threads/thread.entity';

/** What a customer reports as broken, with photos. Table `problems`. */
@Entity('problems')
@Check('problems_status_check', "status IN ('open', 'in_progress', 'resolved')")
@Index('problems_search', { synchronize: false })
@Index('problems_by_status', ['status', 'id'])
@Index('problems_pairs', { synchronize: false })
@Index('problems_words', { synchronize: false })
export class Problem extends Thread {
  @Column({ type: 'jsonb', default: [] })
  images: ImageReference[];

  /** What a search looks through; written by a trigger. */
  @Column({ name: 'search_text', type: 'text', default: '', select: false, insert: false, update: false })
  searchText: string;
}

/** An answer to a problem. Table `problem_responses`; it goes with its problem. */
@Entity('problem_responses')
@Index('problem_responses_words', { synchronize: false })
@Index('problem_responses_problem_id', ['problemId', 'id'])
export class ProblemResponse extends ThreadResponse {
  @ForeignKey('Problem', { name: 'problem_responses_problem_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'problem_id', type: 'integer' })
  problemId: number;
}
