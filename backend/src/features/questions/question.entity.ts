import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Thread, ThreadResponse } from '../../threads/thread.entity';

/** What a customer asks. Table `customer_questions`. */
@Entity('customer_questions')
@Check('customer_questions_status_check', "status IN ('open', 'in_progress', 'resolved')")
@Index('customer_questions_search', { synchronize: false })
@Index('customer_questions_by_status', ['status', 'id'])
@Index('customer_questions_pairs', { synchronize: false })
@Index('customer_questions_words', { synchronize: false })
export class Question extends Thread {
  /** What a search looks through; written by a trigger. */
  @Column({ name: 'search_text', type: 'text', default: '', select: false, insert: false, update: false })
  searchText: string;
}

/** An answer to a question. Table `question_responses`; it goes with its question. */
@Entity('question_responses')
@Index('question_responses_words', { synchronize: false })
@Index('question_responses_question_id', ['questionId', 'id'])
export class QuestionResponse extends ThreadResponse {
  @ForeignKey('Question', { name: 'question_responses_question_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'question_id', type: 'integer' })
  questionId: number;
}
