import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { RecordType } from '../../records/record-type';
import { ResponseTable, Thread, THREAD_STATUSES, ThreadResponse, ThreadTable } from '../../threads/thread.entity';

/** A customer question. Table `customer_questions`. */
@Entity('customer_questions')
@RecordType({
  kind: 'question',
  table: 'customer_questions',
  count: { name: 'questions', description: 'Customer questions.', example: 120 },
  texts: ['title', 'description'],
  statuses: THREAD_STATUSES,
  responses: 'question_responses',
})
@ThreadTable('customer_questions')
export class Question extends Thread {}

/** A response to a question. Table `question_responses`; it goes with its question. */
@Entity('question_responses')
@ResponseTable('question_responses')
@Index('question_responses_words', { synchronize: false })
@Index('question_responses_question_id', ['questionId', 'id'])
export class QuestionResponse extends ThreadResponse {
  @ForeignKey('Question', { name: 'question_responses_question_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'question_id', type: 'integer' })
  questionId: number;
}
