import { buildQuestion } from '../../../test/builders';
import { describeThreadScreen } from '../../../test/thread-contract';

describe('a customer question', () => {
  describeThreadScreen({
    noun: 'question',
    path: '/customer-questions',
    api: '/api/customer-questions',
    record: buildQuestion({ id: 7 }),
  });
});
