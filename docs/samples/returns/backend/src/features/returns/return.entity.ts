import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { RecordType } from '../../records/record-type';
import { ResponseTable, Thread, THREAD_STATUSES, ThreadResponse, ThreadTable } from '../../threads/thread.entity';

/** A return. Table `returns`. */
@Entity('returns')
@RecordType({
  kind: 'return',
  table: 'returns',
  count: { name: 'returns', description: 'Returns.', example: 120 },
  texts: ['title', 'description'],
  statuses: THREAD_STATUSES,
  responses: 'return_responses',
})
@ThreadTable('returns')
export class Return extends Thread {}

/** A response to a return. Table `return_responses`; it goes with its return. */
@Entity('return_responses')
@ResponseTable('return_responses')
@Index('return_responses_words', { synchronize: false })
@Index('return_responses_return_id', ['returnId', 'id'])
export class ReturnResponse extends ThreadResponse {
  @ForeignKey('Return', { name: 'return_responses_return_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'return_id', type: 'integer' })
  returnId: number;
}
