import { describeThreads } from '../../../test/support/threads.contract';

// Where a hook refuses some of what the tests do, such as a status without another field, give that field here.
const build = (only: object = {}): object => ({
  title: 'One piece is missing',
  description: 'The parcel held one of two.',
  ...only,
});

describeThreads('/api/customer-questions', build, {
  missing: 'Question not found',
  parent: 'questionId',
  table: 'customer_questions',
  responses: 'question_responses',
});
