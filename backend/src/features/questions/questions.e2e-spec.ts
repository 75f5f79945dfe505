import { describeThreads } from '../../../test/support/threads.contract';

const build = (only: object = {}): object => ({
  title: 'Does the disc fit?',
  description: 'A Golf VII of 2014.',
  ...only,
});

describeThreads('/api/customer-questions', build, {
  missing: 'Question not found',
  parent: 'questionId',
  table: 'customer_questions',
  responses: 'question_responses',
});
